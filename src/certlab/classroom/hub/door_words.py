"""What the Hub's pages say to a learner: joining, waiting, and when something went wrong."""

from certlab.words import Words


def door_words(words: Words, name: str) -> dict[str, str]:
    """All sentences of the templates in `pages`, in one language.

    Args:
        name: what the class is called.
    """
    return {
        "lang": words.tag,
        **_joining(words, name),
        **_waiting(words),
        **_troubles(words),
        **_the_rest(words, name),
    }


def _joining(words: Words, name: str) -> dict[str, str]:
    return {
        "join_title": words("Join the class {name}", name=name),
        "lead": words(
            "You are expected. Type a nickname and the code that the instructor shows."
        ),
        "nickname": words("Nickname"),
        "nickname_hint": words("It need not be your real name. The class will see it."),
        "code": words("Code of the class"),
        "code_hint": words(
            "Are you back from another browser? Type your four words here instead."
        ),
        "join": words("Join"),
        "next": words("What comes next"),
        "next_server": words(
            "A JupyterLab of your own opens in this browser. It takes about ten seconds, and "
            "there is nothing to install."
        ),
        "next_consent": words(
            "There you read what the class would see of you, and decide whether you share it."
        ),
        "next_course": words(
            "Then you have the course before you: pages, labs, questions and what the class does."
        ),
        "plain": words(
            "This address is not encrypted: others on the same network could read what you "
            "type here."
        ),
        "expired": words(
            "This form was open for too long, or the browser keeps no cookies: allow cookies "
            "for this address, and try again."
        ),
        "no_script": words(
            "The course needs JavaScript, which is off in this browser; turn it on first."
        ),
        "no_cookies": words(
            "Joining needs cookies, which are off in this browser; allow them for this "
            "address, and load the page again."
        ),
    }


def _waiting(words: Words) -> dict[str, str]:
    return {
        "wait_title": words("Your place is being made ready"),
        "wait_lead": words("This takes about ten seconds."),
        "wait_long": words(
            "It takes a little longer, as when many begin at once. You need do nothing."
        ),
        "step_folder": words("Your folder with the course"),
        "step_server": words("JupyterLab starts"),
        "step_open": words("The course opens by itself"),
        "no_hub": words(
            "The class does not answer. It may have ended, or the network is away; this page "
            "tries again by itself."
        ),
        "keep": words("Keep these four words"),
        "keep_why": words(
            "With them and your nickname you come back from another browser or computer, to "
            "all that you have done. Show them to nobody."
        ),
        "stopping": words(
            "Your server is stopping. It can be started again in a moment."
        ),
    }


def _troubles(words: Words) -> dict[str, str]:
    return {
        "failed_title": words("Your server could not start"),
        "failed": words(
            "Nothing of yours is lost: start it again, and if it fails once more, tell the "
            "instructor what stands below."
        ),
        "again": words("Start it again"),
        "stopped_title": words("Your server is not running"),
        "stopped": words(
            "It was stopped, or nobody had used it for a while. Your work lies in your folder, "
            "as you have left it."
        ),
        "soon": words("It starts again by itself in a moment."),
        "missing_title": words("There is nothing at this address"),
        "missing": words("The link may be old, or have a typing mistake."),
        "forbidden_title": words("This is not open to you"),
        "busy_title": words("The class is busy just now"),
        "error_title": words("Something went wrong"),
        "error": words(
            "Nothing of yours is lost: try again, and if it happens once more, tell the "
            "instructor what stands below."
        ),
    }


def _the_rest(words: Words, name: str) -> dict[str, str]:
    return {
        "open": words("Open my JupyterLab"),
        "home_title": words("You are in the class {name}", name=name),
        "stop": words("Stop my server"),
        "stop_why": words(
            "Stopping it ends what runs in your labs. Your files and answers stay."
        ),
        "not_stopped": words(
            "The server did not stop; load this page again, then try once more."
        ),
        "admin": words("All servers"),
        "token": words("Tokens"),
        "way_back": words("Come back from another browser"),
        "log_out": words("Log out"),
        "out_title": words("You have logged out"),
        "out": words(
            "Your files stay. With your nickname and your four words you come back from any "
            "browser."
        ),
        "renew": words("Make other words"),
        "renew_why": words(
            "If somebody has seen your words, make other ones; those of before end."
        ),
        "look_up": words("Bring a learner back in"),
        "look_up_why": words(
            "Whoever has changed the browser signs in with the nickname and four words, which "
            "stand here if they are lost."
        ),
        "tell": words("The four words of this learner"),
        "tell_why": words(
            "Typed in place of the code, they let in under this nickname. Tell them to this "
            "learner alone."
        ),
        "show": words("Show the words"),
        "no_words": words(
            "You signed in otherwise, and so there are no words for you."
        ),
        "address": words("Sign in at"),
    }
