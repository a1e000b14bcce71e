"""Questions as a QTI 2.1 package: imsmanifest.xml and an item file each, in a zip.

After imsqti_v2p1.xsd (IMS QTI 2.1, 31 July 2012) and imscp_v1p1.xsd, read in
https://github.com/oat-sa/qti-sdk.
"""

import io
import zipfile
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from certlab.formats.exports import Export, Loss
from certlab.formats.qti_items import item_xml, losses, refusal
from certlab.study.questions import Question

_CONTENT = "http://www.imsglobal.org/xsd/imscp_v1p1"
MANIFEST = "imsmanifest.xml"


def write(questions: Sequence[Question]) -> Export:
    """The package, and what it cannot hold of the questions."""
    lost: list[Loss] = []
    files: dict[str, Element] = {}
    for question in questions:
        says = refusal(question)
        if says:
            lost.append(Loss(question.item, says, whole=True))
            continue
        files[f"items/{question.item}.xml"] = item_xml(question)
        lost += [Loss(question.item, one) for one in losses(question)]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, root in {MANIFEST: _manifest(files), **files}.items():
            # A fixed time, so that the same questions give the same bytes.
            entry = zipfile.ZipInfo(name)
            archive.writestr(entry, _bytes(root), zipfile.ZIP_DEFLATED)
    return Export(file.getvalue(), len(files), tuple(lost))


def _bytes(root: Element) -> bytes:
    data: bytes = tostring(root, encoding="UTF-8", xml_declaration=True)
    return data + b"\n"


def _manifest(files: dict[str, Element]) -> Element:
    root = Element("manifest", {"xmlns": _CONTENT, "identifier": "certlab"})
    about = SubElement(root, "metadata")
    SubElement(about, "schema").text = "QTIv2.1 Package"
    SubElement(about, "schemaversion").text = "1.0.0"
    SubElement(root, "organizations")
    resources = SubElement(root, "resources")
    for name, item in files.items():
        row = {
            "identifier": f"resource-{item.get('identifier')}",
            "type": "imsqti_item_xmlv2p1",
            "href": name,
        }
        SubElement(SubElement(resources, "resource", row), "file", {"href": name})
    indent(root)
    return root
