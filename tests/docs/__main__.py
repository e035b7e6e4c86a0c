"""`python -m tests.docs` writes again what is made in the documents: the tables of the files, the pictures; and the schemas of the package."""

from functools import partial

from ruleset_core.model.json_schemas import published, write_schemas
from ruleset_core.values import SCHEMA_DIR
from tests.docs import api, benchmark, course, layers, levels, picture, reference, report_picture, screen

for page, fill in [
    *((page, partial(reference.filled, page)) for page in reference.PAGES),
    (levels.PAGE, levels.filled),
    (benchmark.PAGE, benchmark.filled),
]:
    page.write_text(fill(page.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")

api.PAGE.write_text(api.written(), encoding="utf-8", newline="\n")
layers.write()
course.PICTURE.write_text(course.drawn(), encoding="utf-8", newline="\n")
screen.PICTURE.write_text(screen.drawn(), encoding="utf-8", newline="\n")
for file in picture.SCREENS:
    file.write_text(picture.screen(file), encoding="utf-8", newline="\n")
picture.FILES.mkdir(exist_ok=True)
for file in picture.PICTURES:
    file.write_text(picture.picture(file), encoding="utf-8", newline="\n")
report_picture.REPORT.write_text(report_picture.drawn(), encoding="utf-8", newline="\n")
write_schemas(SCHEMA_DIR, published())
