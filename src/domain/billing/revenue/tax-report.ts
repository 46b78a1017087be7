import type { PaidFact, RefundFact, Seconds } from '../facts.ts';

export interface TaxRow {
  /** As in "2026-11", UTC. */
  readonly month: string;
  /** Two capital letters; null: not known. */
  readonly country: string | null;
  readonly currency: string;
  readonly hasTaxId: boolean;
  readonly gross: number;
  readonly tax: number;
  readonly refundedGross: number;
  readonly refundedTax: number;
}

/** Tax by month and country, added up line by line. A refund counts in the month in which it was made. */
export class TaxReport {
  readonly #rows = new Map<string, TaxRow>();

  addPaid({ amount, at, country = null, currency, hasTaxId = false, tax = 0 }: PaidFact): void {
    this.#add({ month: monthOf(at), country, currency, hasTaxId }, { gross: amount, tax });
  }

  /** `lines` are those of the invoice that was refunded; the tax comes back in the share of what comes back. */
  addRefund({ amount, at, currency, done }: RefundFact, lines: readonly PaidFact[]): void {
    if (!done) return;
    const gross = lines.reduce((sum, line) => sum + line.amount, 0);
    const tax = lines.reduce((sum, line) => sum + (line.tax ?? 0), 0);
    const refundedTax = gross === 0 ? 0 : Math.round((amount * tax) / gross);
    const { country = null, hasTaxId = false } = lines[0] ?? {};
    this.#add({ month: monthOf(at), country, currency, hasTaxId }, { refundedGross: amount, refundedTax });
  }

  /** By month, then country, then currency. */
  rows(): TaxRow[] {
    return [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }

  #add(of: Pick<TaxRow, 'month' | 'country' | 'currency' | 'hasTaxId'>, more: Partial<Sums>): void {
    const key = [of.month, of.country ?? '', of.currency, of.hasTaxId].join(' ');
    const row = this.#rows.get(key) ?? { ...of, ...NOTHING };
    this.#rows.set(key, {
      ...row,
      gross: row.gross + (more.gross ?? 0),
      tax: row.tax + (more.tax ?? 0),
      refundedGross: row.refundedGross + (more.refundedGross ?? 0),
      refundedTax: row.refundedTax + (more.refundedTax ?? 0),
    });
  }
}

type Sums = Pick<TaxRow, 'gross' | 'tax' | 'refundedGross' | 'refundedTax'>;
const NOTHING: Sums = { gross: 0, tax: 0, refundedGross: 0, refundedTax: 0 };

const monthOf = (at: Seconds) => new Date(at * 1000).toISOString().slice(0, 7);
