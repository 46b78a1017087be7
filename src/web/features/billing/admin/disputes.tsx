import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { useApi } from '#web/lib/session/session.ts';
import { buttonLook } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import classes from './billing-page.module.css';
import { PersonLink } from './person-link.tsx';
import { disputesQuery } from './queries.ts';

const STATES = {
  open: m.billing_admin_dispute_open,
  won: m.billing_admin_dispute_won,
  lost: m.billing_admin_dispute_lost,
};

/** Payments that members' banks took back, and until when evidence counts. */
export function Disputes() {
  const { data, error } = useQuery(disputesQuery(useApi()));
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_disputes()}</h2>
      {error && !data && <ErrorState error={error} heading="h3" />}
      {!data && !error && <LoadingState inline />}
      {data?.length === 0 && <p>{m.billing_admin_disputes_none()}</p>}
      {data && data.length > 0 && (
        <ListTable
          caption={m.billing_admin_disputes()}
          columns={[
            m.billing_admin_member(),
            m.billing_admin_amount(),
            m.billing_admin_invoice(),
            m.billing_admin_state(),
            m.billing_admin_due(),
            m.users_column_actions(),
          ]}
        >
          {data.map(({ amount, currency, dueBy, id, invoice, name, state, url, userId }) => (
            <tr key={id}>
              <th scope="row">
                <PersonLink name={name} userId={userId} />
              </th>
              <td data-label={m.billing_admin_amount()}>
                {amount === null || currency === null ? '–' : formatMoney(amount, currency)}
              </td>
              <td data-label={m.billing_admin_invoice()}>{invoice ?? '–'}</td>
              <td data-label={m.billing_admin_state()}>{STATES[state]()}</td>
              <td data-label={m.billing_admin_due()}>
                {state === 'open' && dueBy ? formatDate(dueBy) : '–'}
              </td>
              <td>
                {url && (
                  <a
                    {...buttonLook({ variant: 'quiet', size: 'sm' })}
                    href={url}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={m.billing_admin_dispute_view_named({
                      name: name ?? m.billing_admin_deleted(),
                    })}
                  >
                    {m.billing_admin_dispute_view()}
                  </a>
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
    </section>
  );
}
