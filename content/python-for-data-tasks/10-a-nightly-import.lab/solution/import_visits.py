"""Load every JSON file of a folder into one SQLite database."""
import argparse
import json
import logging
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

log = logging.getLogger("import_visits")

SCHEMA = """
CREATE TABLE IF NOT EXISTS visit (
    id      INTEGER PRIMARY KEY,
    visitor TEXT NOT NULL,
    town    TEXT
);
CREATE TABLE IF NOT EXISTS item (
    visit_id INTEGER NOT NULL REFERENCES visit(id),
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    PRIMARY KEY (visit_id, position)
);
CREATE TABLE IF NOT EXISTS part (
    visit_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    cents    INTEGER NOT NULL CHECK (cents >= 0),
    FOREIGN KEY (visit_id, position) REFERENCES item(visit_id, position)
);
"""

REPORT = """
SELECT v.visitor, COUNT(DISTINCT i.position), COALESCE(SUM(p.cents), 0) AS cents
FROM visit AS v
LEFT JOIN item AS i ON i.visit_id = v.id
LEFT JOIN part AS p ON p.visit_id = i.visit_id AND p.position = i.position
GROUP BY v.id
ORDER BY cents DESC, v.id
"""


class DataError(Exception):
    """The input is not what we agreed on."""


def parse_args(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder with JSON files")
    parser.add_argument("--database", type=Path, default=Path("visits.db"))
    parser.add_argument("--report", action="store_true", help="print what each visitor owes")
    return parser.parse_args(argv)


def load(db, visits):
    """All of a file or nothing of it; a visit that is there already is replaced."""
    with db:
        for visit in visits:
            key = visit["visit"]
            for table, column in (("part", "visit_id"), ("item", "visit_id"), ("visit", "id")):
                db.execute(f"DELETE FROM {table} WHERE {column} = ?", (key,))
            visitor = visit["visitor"]
            db.execute("INSERT INTO visit VALUES (?, ?, ?)", (key, visitor["name"], visitor.get("town")))
            for position, item in enumerate(visit["items"], start=1):
                db.execute("INSERT INTO item VALUES (?, ?, ?)", (key, position, item["name"]))
                db.executemany(
                    "INSERT INTO part VALUES (?, ?, ?, ?)",
                    [(key, position, part["part"], part["cents"]) for part in item["parts"]],
                )


def import_folder(db, folder):
    """How many files could not be loaded."""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise DataError(f"no JSON files in {folder}; has the export been renamed?")
    failed = 0
    for path in paths:
        try:
            visits = json.loads(path.read_text(encoding="utf-8"))
            load(db, visits)
        except (ValueError, KeyError, TypeError, sqlite3.IntegrityError) as error:
            failed += 1
            log.error("%s: %s", path.name, error)
        else:
            print(f"{path.name}: {len(visits)} visits")
    return failed


def print_report(db):
    for visitor, items, cents in db.execute(REPORT):
        print(f"{visitor:<10} {items:>3} {cents / 100:>7.2f}")


def main(argv=None):
    args = parse_args(argv)
    logging.basicConfig(format="%(levelname)s %(message)s")
    try:
        with closing(sqlite3.connect(args.database)) as db:
            db.execute("PRAGMA foreign_keys = ON")
            db.executescript(SCHEMA)
            failed = import_folder(db, args.folder)
            if args.report:
                print_report(db)
    except DataError as error:
        log.error("%s", error)
        return 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
