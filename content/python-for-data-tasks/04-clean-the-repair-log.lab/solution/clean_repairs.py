"""Turn repairs.csv into clean.csv and rejected.csv."""
import csv
import sys
from datetime import datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path

HEADER = ["id", "date", "item", "category", "minutes", "cost"]
FORMATS = ("%Y-%m-%d", "%d.%m.%Y")
CATEGORIES = {
    "electrical": "electrical",
    "electric": "electrical",
    "elec.": "electrical",
    "bike": "bicycle",
    "bicycle": "bicycle",
    "textile": "textile",
    "clothing": "textile",
}


def tidy(text):
    """Collapse all runs of white space to one space and trim the ends."""
    return " ".join((text or "").split())


def parse_euros(text):
    """'€ 1.250,00' -> Decimal('1250.00'). Comma is the decimal sign; no text means no charge."""
    plain = tidy(text).replace("€", "").replace(" ", "")
    if plain == "":
        return Decimal("0.00")
    plain = plain.replace(".", "").replace(",", ".")
    try:
        value = Decimal(plain)
    except InvalidOperation:
        raise ValueError(f"not an amount: {text!r}") from None
    if not value.is_finite():
        raise ValueError(f"not an amount: {text!r}")
    return value


def parse_date(text):
    plain = tidy(text)
    for pattern in FORMATS:
        try:
            return datetime.strptime(plain, pattern).date()
        except ValueError:
            continue
    raise ValueError(f"not a date: {text!r}")


def parse_category(text):
    key = tidy(text).casefold()
    if key not in CATEGORIES:
        raise ValueError(f"unknown category: {text!r}")
    return CATEGORIES[key]


def parse_minutes(text):
    """None if nobody wrote them down."""
    plain = tidy(text)
    if plain == "":
        return None
    if not plain.isdecimal():
        raise ValueError(f"minutes are not a number: {text!r}")
    minutes = int(plain)
    if not 0 < minutes <= 600:
        raise ValueError(f"minutes out of range: {minutes}")
    return minutes


def parse_repair(row):
    """A dictionary with the six cleaned values, or a ValueError that says why not."""
    if None in row:
        raise ValueError("too many fields")
    if None in row.values():
        raise ValueError("too few fields")
    return {
        "id": int(row["id"]),
        "date": parse_date(row["date"]),
        "item": tidy(row["item"]),
        "category": parse_category(row["category"]),
        "minutes": parse_minutes(row["minutes"]),
        "cost": parse_euros(row["cost"]),
    }


def write(name, fields, rows):
    with Path(name).open("w", encoding="utf-8", newline="") as target:
        writer = csv.DictWriter(target, fieldnames=fields)
        writer.writeheader()
        writer.writerows(rows)


def main():
    clean, rejected = [], []
    with Path("repairs.csv").open(encoding="utf-8", newline="") as source:
        reader = csv.DictReader(source)
        if reader.fieldnames != HEADER:
            sys.exit(f"repairs.csv: expected the columns {', '.join(HEADER)}, found {reader.fieldnames}")
        for row in reader:
            try:
                repair = parse_repair(row)
            except ValueError as error:
                rejected.append({"id": row["id"], "line": reader.line_num, "reason": str(error)})
            else:
                clean.append({**repair, "date": repair["date"].isoformat(), "cost": f"{repair['cost']:.2f}"})
    write("clean.csv", HEADER, clean)
    write("rejected.csv", ["id", "line", "reason"], rejected)
    print(f"{len(clean) + len(rejected)} rows read, {len(clean)} clean, {len(rejected)} rejected")


if __name__ == "__main__":
    main()
