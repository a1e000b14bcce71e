"""Banks of translations: for each item of an English bank its texts, and no more.

```toml
[mig-most-instances]                       # the id of the item
rev = 1                                    # of the English item that was translated
ask = "一張 H100 最多能分割成幾個 GPU 執行個體？"
option.seven = { why = "MIG 提供七個運算切片。" }
option.eight = { text = "8", why = "記憶體切片有八個，運算切片只有七個。" }

[mig-cloze-name]
rev = 1
text = "這是一個{{thing}}。"
blank.thing = "名稱中有 `c` 的是 GPU 執行個體的一部分。"
accept.thing = ["運算執行個體"]               # beside the English words, and shown first
```

Names are those of the English item: `step.<id>.text`, `left.<id>`, `whys.<id>`,
`given.<name>`, `trap."<answer>"`, `flag."-cgi".why`, `flag."-cgi".trap."9"`, `back`,
`context`. A text without words, a command or a fact, may be left out.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from certlab.course.items import Item
from certlab.course.items.body import Name
from certlab.course.problems import Problem
from certlab.course.table import Table
from certlab.course.toml_file import read_toml


@dataclass(frozen=True)
class ItemTexts:
    """The texts of one item in another language.

    Attributes:
        rev: revision of the English item that was translated.
        texts: by the names that `Item.texts` gives them.
        accept: by gap of a cloze, words that are right in this language as well.
        module: the bank it is filed under.
    """

    id: str
    rev: int
    texts: dict[Name, str]
    accept: dict[str, tuple[str, ...]]
    module: str
    file: str

    def fits(self, item: Item) -> bool:
        """Whether it says what the item says today."""
        return self.rev == item.rev


def read_bank(path: Path, file: str, problems: list[Problem]) -> list[ItemTexts]:
    """The rows of one file, in its order."""
    rows = []
    for id, row in read_toml(path, file, problems).items():
        if isinstance(row, dict):
            rows.append(_read_row(Table(row, file, problems, id), path.stem))
        else:
            says = "not a table; write [item-id], and its texts below it."
            problems.append(Problem(file, id, says))
    return rows


def _read_row(table: Table, module: str) -> ItemTexts:
    accept = table.table("accept")
    return ItemTexts(
        id=table.id,
        rev=table.integer("rev"),
        texts=_flat(
            table,
            (),
            {k: v for k, v in table.data.items() if k not in ("rev", "accept")},
        ),
        accept={gap: accept.texts(gap, need=True) for gap in accept.data},
        module=module,
        file=table.file,
    )


def _flat(table: Table, name: Name, values: dict[str, object]) -> dict[Name, str]:
    found: dict[Name, str] = {}
    for key, value in values.items():
        here = (*name, key)
        if isinstance(value, dict):
            found |= _flat(table, here, value)
        elif isinstance(value, str) and value.strip():
            found[here] = value
        else:
            table.problem(f"{'.'.join(here)} must be a text, and not empty.")
    return found


def lay_over(item: Item, row: ItemTexts, lang: str) -> Item:
    """The item with the texts of a row; what the row lacks stays English.

    An item's tests keep their answers. What a verdict must say in English is left out.
    """

    def tell(text: str, *name: str) -> str:
        return row.texts.get(name, text)

    here = item.retold(tell)
    tests = tuple(replace(test, say="") for test in item.tests)
    body = here.body.accepting(row.accept)
    return replace(here, body=body, tests=tests, lang=lang, file=row.file)
