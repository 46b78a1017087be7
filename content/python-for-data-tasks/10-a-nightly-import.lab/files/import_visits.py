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
"""


class DataError(Exception):
    """The input is not what we agreed on."""


def parse_args(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder with JSON files")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse_args(argv)
    logging.basicConfig(format="%(levelname)s %(message)s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
