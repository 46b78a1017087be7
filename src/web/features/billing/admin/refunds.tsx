import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import classes from './billing-page.module.css';
import { PersonLink } from './person-link.tsx';
import { refundsQuery } from './queries.ts';

/** What was paid back lately. A refund is made from the member's timeline. */
export function Refunds() {
  const { data, error } = useQuery(refundsQuery(useApi()));
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_refunds()}</h2>
      {error && !data && <ErrorState error={error} heading="h3" />}
      {!data && !error && <LoadingState inline />}
      {data?.length === 0 && <p>{m.billing_admin_refunds_none()}</p>}
      {data && data.length > 0 && (
        <ListTable
          caption={m.billing_admin_refunds()}
          columns={[
            m.billing_admin_member(),
            m.billing_admin_amount(),
            m.billing_admin_invoice(),
            m.billing_admin_date(),
            m.billing_admin_state(),
          ]}
        >
          {data.map(({ amount, at, currency, id, invoice, isDone, isWhole, name, userId }) => (
            <tr key={id}>
              <th scope="row">
                <PersonLink name={name} userId={userId} />
              </th>
              <td data-label={m.billing_admin_amount()}>{formatMoney(amount, currency)}</td>
              <td data-label={m.billing_admin_invoice()}>{invoice ?? '–'}</td>
              <td data-label={m.billing_admin_date()}>{formatDate(at)}</td>
              <td data-label={m.billing_admin_state()}>
                {!isDone && m.billing_admin_refund_failed()}
                {isDone && (isWhole ? m.billing_admin_refund_whole() : m.billing_admin_refund_part())}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
    </section>
  );
}
