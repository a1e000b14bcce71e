"""The contest of NIM: the same text from the bare loop and from a stream."""

from tests.late import Late

streamed = Late("certlab.labs.nim.real.streamed")


def test_the_bare_loop_and_the_stream_write_the_same_text() -> None:
    prepared = streamed.prepare(5)
    try:
        assert prepared.same() == ""
        assert len(prepared.new().split()) >= 4
    finally:
        prepared.close()
