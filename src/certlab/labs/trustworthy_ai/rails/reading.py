"""What the local model answers to a prompt: it decides by what the prompt says.

It knows three tasks by their words, as a model that follows instructions would: to check a
message against a policy, to check an answer against evidence, and to answer a question.
The policy's lines are read, and each forbids the topic that the classifier finds in it. A
prompt that asks for none of the three gets an answer that is neither yes nor no.
"""

import re

from certlab.labs.trustworthy_ai.rails.documents import found, words
from certlab.labs.trustworthy_ai.rails.topics import learnt

UNSURE = "I am not sure what you ask of me."
INVENTED = "Of course. It costs 99 euros and takes three weeks."
_POLICY = re.compile(r"^\s*[-*]\s+(.+)$", re.MULTILINE)
_FIELD = re.compile(
    r"^\s*(message|evidence|answer|question|context):[ \t]*(.*?)(?=^\s*(?:message|evidence|answer|"
    r"question|context):|^\s*Answer yes|\Z)",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_NUMBER = re.compile(r"\d[\d.,]*\d|\d")


def reply(prompt: str) -> str:
    """The model's answer to a prompt."""
    fields = {name.lower(): text.strip() for name, text in _FIELD.findall(prompt)}
    yes_or_no = re.search(r"\byes\b", prompt, re.IGNORECASE)
    if yes_or_no and "evidence" in fields and "answer" in fields:
        return "yes" if supported(fields["answer"], fields["evidence"]) else "no"
    if yes_or_no and fields.get("message") and (rules := _POLICY.findall(prompt)):
        return "yes" if breaks(fields["message"], rules) else "no"
    if fields.get("question"):
        return answered(fields["question"], fields.get("context", ""))
    return UNSURE


def breaks(message: str, rules: list[str]) -> bool:
    """Whether a message has a topic that one of the rules names."""
    topics = learnt()
    return topics.of(message) in {topics.of(rule) for rule in rules}


def supported(answer: str, evidence: str) -> bool:
    """Whether an answer's numbers all stand in the evidence, and most of its words."""
    numbers = set(_NUMBER.findall(answer))
    if not numbers <= set(_NUMBER.findall(evidence)):
        return False
    said = words(answer)
    return len(said & words(evidence)) * 2 >= len(said)


def answered(question: str, context: str) -> str:
    """The line of the context that fits a question best; an invention without context."""
    lines = [line.strip() for line in context.splitlines() if line.strip()]
    best = found(question, lines, most=1)
    return best[0] if best else INVENTED
