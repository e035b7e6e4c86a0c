"""`python -m tests.docs` writes again what is made in the documents: the tables of the files, the pictures."""

from functools import partial

from tests.docs import course, levels, picture, reference, report_picture, screen

for page, fill in [
    (reference.FILES, reference.filled),
    (levels.PAGE, levels.filled),
    *((page, partial(picture.filled, page)) for page in picture.PAGES),
]:
    page.write_text(fill(page.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")

course.PICTURE.write_text(course.drawn(), encoding="utf-8", newline="\n")
screen.PICTURE.write_text(screen.drawn(), encoding="utf-8", newline="\n")
picture.FILES.mkdir(exist_ok=True)
for file in picture.PICTURES:
    file.write_text(picture.picture(file), encoding="utf-8", newline="\n")
report_picture.REPORT.write_text(report_picture.drawn(), encoding="utf-8", newline="\n")
