"""Other languages: content/translations/<lang>/, in the folders of the English texts.

    zh_TW/modules/mig.md      texts/pages: the page of content/modules/mig.md
    zh_TW/quizzes/mig.toml    banks: the texts of quizzes/mig.toml, by item
    zh_TW/facts.toml          translation: words that stand as values of facts

A translation holds texts and nothing else. Structure, facts, keys and what is right are
those of the English file; `gates` says where a text no longer fits it.
"""
