"""How the report looks. You can read this file, but you don't need to change it."""

MONTH_HEAD = f"{'Month':<8}{'repairs':>10}{'fixed':>7}"
CATEGORY_HEAD = f"{'Category':<10}{'n':>5}{'fixed':>7}{'share':>7}{'missing':>9}{'median':>8}  middle half"


def month_line(month, repairs, fixed):
    """'2025-01         47    66%'"""
    return f"{month:<8}{repairs:>10}{share(fixed, repairs):>7}"


def category_line(name, repairs, fixed, missing, median, low, high):
    """'bicycle      72     49    68%        4      47  36 to 61'"""
    return (f"{name:<10}{repairs:>5}{fixed:>7}{share(fixed, repairs):>7}{missing:>9}"
            f"{whole(median):>8}  {whole(low)} to {whole(high)}")


def share(part, total):
    return f"{100 * part / total:.0f}%"


def whole(number):
    return "-" if number is None else f"{number:.0f}"
