export type TaxRate = "standard" | "reduced" | "zero";

export interface Line {
  description: string;
  price: number;
  rate: TaxRate;
  quantity?: number;
}

// A record demands every key: a rate that is added to the union cannot be forgotten here.
const RATES: Record<TaxRate, number> = { standard: 0.2, reduced: 0.05, zero: 0 };

export function lineTotal(line: Line): number {
  // Not ||, which takes a quantity of 0 for a missing one.
  const net = line.price * (line.quantity ?? 1);
  return net + net * RATES[line.rate];
}

export function formatDue(due: Date | string | null): string {
  if (due === null) return "on receipt";
  if (due instanceof Date) return due.toISOString().slice(0, 10);
  return due;
}

export function dearest(lines: readonly Line[]): string | undefined {
  // A copy, because sort changes the array that it is called on.
  const sorted = [...lines].sort((a, b) => lineTotal(b) - lineTotal(a));
  return sorted[0]?.description;
}
