"""Turn repairs.csv into clean.csv and rejected.csv."""
import csv
from pathlib import Path

HEADER = ["id", "date", "item", "category", "minutes", "cost"]


def tidy(text):
    """Collapse all runs of white space to one space and trim the ends."""
    return " ".join((text or "").split())


def parse_repair(row):
    """A dictionary with the six cleaned values, or a ValueError that says why not."""
    return dict(row)


def main():
    with Path("repairs.csv").open(encoding="utf-8", newline="") as source:
        rows = [parse_repair(row) for row in csv.DictReader(source)]
    print(f"{len(rows)} rows read")


if __name__ == "__main__":
    main()
