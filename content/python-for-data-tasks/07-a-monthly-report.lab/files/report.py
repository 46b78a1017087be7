"""Print a report about repairs.csv that can be read in half a minute."""
import csv
from pathlib import Path

from layout import CATEGORY_HEAD, MONTH_HEAD, category_line, month_line

FEW = 15


def read_repairs(path):
    """All rows: `minutes` as int or None, `fixed` as True or False."""
    with Path(path).open(encoding="utf-8", newline="") as source:
        return list(csv.DictReader(source))


def by_month(rows):
    """{month: (repairs, fixed)}, in the order of the calendar."""
    return {}


def by_category(rows):
    """[(name, repairs, fixed, missing, median, low, high)], the largest first, then by name."""
    return []


def longest(rows, count=3):
    """[(minutes, id, category)] of the longest repairs, the longest first."""
    return []


def comparison(rows):
    """(mean, median, sentence) of all known times together."""
    return 0, 0, ""


def print_report(rows):
    print(f"Repairs: {len(rows)}")
    print()
    print(MONTH_HEAD)
    print()
    print(CATEGORY_HEAD)


if __name__ == "__main__":
    print_report(read_repairs("repairs.csv"))
