"""Print a report about repairs.csv that can be read in half a minute."""
import csv
import heapq
from collections import defaultdict
from pathlib import Path
from statistics import mean, median, quantiles

from layout import CATEGORY_HEAD, MONTH_HEAD, category_line, month_line

FEW = 15
FIXED = {"yes": True, "no": False}


def read_repairs(path):
    """All rows: `minutes` as int or None, `fixed` as True or False."""
    with Path(path).open(encoding="utf-8", newline="") as source:
        return [convert(row) for row in csv.DictReader(source)]


def convert(row):
    if row["fixed"] not in FIXED:
        raise ValueError(f"repair {row['id']}: neither yes nor no: {row['fixed']!r}")
    minutes = int(row["minutes"]) if row["minutes"] else None
    return {**row, "minutes": minutes, "fixed": FIXED[row["fixed"]]}


def grouped(rows, key):
    groups = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups


def count_fixed(rows):
    return sum(row["fixed"] for row in rows)


def known_times(rows):
    return [row["minutes"] for row in rows if row["minutes"] is not None]


def by_month(rows):
    """{month: (repairs, fixed)}, in the order of the calendar."""
    groups = grouped(rows, lambda row: row["date"][:7])
    return {month: (len(groups[month]), count_fixed(groups[month])) for month in sorted(groups)}


def by_category(rows):
    """[(name, repairs, fixed, missing, median, low, high)], the largest first, then by name."""
    groups = grouped(rows, lambda row: row["category"])
    names = sorted(groups, key=lambda name: (-len(groups[name]), name))
    return [(name, *describe(groups[name])) for name in names]


def describe(rows):
    known = known_times(rows)
    middle = median(known) if known else None
    low, _, high = quantiles(known, n=4) if len(known) >= 4 else (None, None, None)
    return len(rows), count_fixed(rows), len(rows) - len(known), middle, low, high


def longest(rows, count=3):
    """[(minutes, id, category)] of the longest repairs, the longest first."""
    timed = [(row["minutes"], row["id"], row["category"]) for row in rows if row["minutes"] is not None]
    return heapq.nlargest(count, timed, key=lambda repair: repair[0])


def comparison(rows):
    """(mean, median, sentence) of all known times together."""
    known = known_times(rows)
    average, middle = mean(known), median(known)
    if average > middle:
        sentence = "The mean is larger: a few long repairs pull it up."
    elif average < middle:
        sentence = "The median is larger: a few short repairs pull the mean down."
    else:
        sentence = "Mean and median are equal."
    return average, middle, sentence


def print_report(rows):
    dates = [row["date"] for row in rows]
    print(f"Repairs {min(dates)} to {max(dates)}: {len(rows)}")
    print()
    print(MONTH_HEAD)
    for month, (repairs, fixed) in by_month(rows).items():
        print(month_line(month, repairs, fixed))
    print()
    print(CATEGORY_HEAD)
    categories = by_category(rows)
    for category in categories:
        if category[1] >= FEW:
            print(category_line(*category))
    few = [f"{name} ({repairs})" for name, repairs, *_ in categories if repairs < FEW]
    if few:
        print()
        print(f"Too few to compare: {', '.join(few)}")
    average, middle, sentence = comparison(rows)
    print()
    print(f"All known times: mean {average:.1f}, median {middle:.1f}")
    print(sentence)
    print()
    for minutes, number, category in longest(rows):
        print(f"{minutes} minutes: repair {number} ({category})")


if __name__ == "__main__":
    print_report(read_repairs("repairs.csv"))
