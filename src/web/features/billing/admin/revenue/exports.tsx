import { useState } from 'react';
import { apiRequest } from '#web/lib/api/api-request.ts';
import { m } from '#web/lib/messages.ts';
import { buttonLook } from '#web/ui/button.tsx';
import { ExportLink } from '#web/ui/export-link.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { endOfDay } from '../../end-of-day.ts';
import classes from '../billing-page.module.css';

const FILES = [
  { kind: 'invoices', label: m.billing_admin_export_invoices },
  { kind: 'payments', label: m.billing_admin_export_payments },
] as const;

/** What an accountant needs, as CSV files for a range of days. */
export function Exports() {
  const [range, setRange] = useState(() => lastMonth(new Date()));
  const isWrong = !endOfDay(range.from) || !endOfDay(range.to) || range.from > range.to;
  const address = (kind: 'invoices' | 'payments' | 'tax') =>
    isWrong ? undefined : apiRequest(['GET', `/admin/billing/${kind}.csv`], range).url;
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_export()}</h2>
      <p>{m.billing_admin_export_text()}</p>
      <div className={classes.range}>
        <TextField
          label={m.billing_admin_export_from()}
          type="date"
          value={range.from}
          onChange={(event) => setRange({ ...range, from: event.target.value })}
        />
        <TextField
          label={m.billing_admin_export_to()}
          type="date"
          value={range.to}
          error={isWrong ? m.billing_admin_export_range() : undefined}
          onChange={(event) => setRange({ ...range, to: event.target.value })}
        />
      </div>
      <div className={classes.actions}>
        {FILES.map(({ kind, label }) => (
          <ExportLink key={kind} href={address(kind)} wish={{ kind, range }}>
            {label()}
          </ExportLink>
        ))}
        {/* A few rows, however many payments they are made of. */}
        <a
          {...buttonLook({ variant: 'secondary' })}
          href={address('tax')}
          aria-disabled={isWrong || undefined}
          download
        >
          {m.billing_admin_export_tax()}
        </a>
      </div>
    </section>
  );
}

/** The last month that is over (UTC). */
function lastMonth(now: Date): { from: string; to: string } {
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), month, date)).toISOString().slice(0, 10);
  return { from: day(now.getUTCMonth() - 1, 1), to: day(now.getUTCMonth(), 0) };
}
