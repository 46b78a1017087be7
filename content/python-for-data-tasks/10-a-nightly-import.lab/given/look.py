"""Runs your import and looks into its database. The checks use it, and you may, too."""
import contextlib
import io
import sqlite3
from contextlib import closing

from import_visits import main


def run(*words):
    """The exit code, and the printed lines with single spaces."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            code = main(list(words))
        except SystemExit as error:
            code = error.code
    return code, [" ".join(line.split()) for line in out.getvalue().splitlines()]


def counts(database="visits.db"):
    """How many rows there are in visit, item, and part."""
    with closing(sqlite3.connect(database)) as db:
        tables = ("visit", "item", "part")
        return [db.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in tables]
