"""The picture of the whole screen in the documents says what the screen says."""

import pytest

from tests.docs import screen


@pytest.mark.slow
def test_the_picture_in_the_documents_is_of_now():
    assert screen.words(screen.PICTURE.read_text(encoding="utf-8")) == screen.words(screen.drawn()), (
        "write it again: python -m tests.docs"
    )
