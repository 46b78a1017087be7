import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import classes from './billing-page.module.css';
import { PersonLink } from './person-link.tsx';
import type { SectionProps } from './section-props.ts';

/** Whose payment failed, and until when they keep their plan. */
export function FailedPayments({ overview: { overdue } }: SectionProps) {
  const tierName = useTierName();
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_overdue()}</h2>
      {overdue.length === 0 ? (
        <p>{m.billing_admin_overdue_none()}</p>
      ) : (
        <ListTable
          caption={m.billing_admin_overdue()}
          columns={[m.billing_admin_member(), m.billing_admin_plan(), m.billing_admin_pay_by()]}
        >
          {overdue.map(({ name, payBy, tier, userId }) => (
            <tr key={`${userId}${payBy}`}>
              <th scope="row">
                <PersonLink name={name} userId={userId} />
              </th>
              <td data-label={m.billing_admin_plan()}>{tierName(tier)}</td>
              <td data-label={m.billing_admin_pay_by()}>{formatDate(payBy)}</td>
            </tr>
          ))}
        </ListTable>
      )}
    </section>
  );
}
