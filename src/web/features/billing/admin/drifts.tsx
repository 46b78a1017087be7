import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './billing-page.module.css';
import type { SectionProps } from './section-props.ts';

/** Where the ledger and the provider's books disagree; nothing as long as they don't. */
export function Drifts({ overview: { drifts } }: SectionProps) {
  if (drifts.length === 0) return null;
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_drifts()}</h2>
      <p role="alert">{m.billing_admin_drifts_text()}</p>
      <ListTable
        caption={m.billing_admin_drifts()}
        columns={[m.billing_admin_member(), m.billing_admin_drift(), m.billing_admin_drift_since()]}
      >
        {drifts.map(({ customer, foundAt, name, userId, ...drift }) => (
          <tr key={`${customer}${drift.kind}${drift.currency}`}>
            <th scope="row">
              {userId ? (
                <TextLink to="/admin/users/$id" params={{ id: userId }}>
                  {name ?? customer}
                </TextLink>
              ) : (
                (name ?? customer)
              )}
            </th>
            <td data-label={m.billing_admin_drift()}>{wordsOf(drift)}</td>
            <td data-label={m.billing_admin_drift_since()}>{formatDate(foundAt)}</td>
          </tr>
        ))}
      </ListTable>
    </section>
  );
}

function wordsOf({
  atProvider,
  currency,
  inLedger,
}: Pick<SectionProps['overview']['drifts'][number], 'atProvider' | 'currency' | 'inLedger'>): string {
  if (currency === null) return m.billing_admin_drift_customer();
  return m.billing_admin_drift_balance({
    inLedger: formatMoney(inLedger ?? 0, currency),
    atProvider: formatMoney(atProvider ?? 0, currency),
  });
}
