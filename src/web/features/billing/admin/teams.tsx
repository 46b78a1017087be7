import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './billing-page.module.css';
import { Found, useListSearch } from './found-list.tsx';
import { RefundList } from './refund-list.tsx';

/** The teams that pay for seats: whose they are, how many seats are used, and until when they are paid for. */
export function Teams() {
  const api = useApi();
  const tierName = useTierName();
  const [opened, setOpened] = useState<string>();
  const { field, q } = useListSearch(m.teams_admin_search());
  const { data, error } = useQuery({
    queryKey: ['billing', 'all-teams', q],
    queryFn: ({ signal }) => api.teams.list({ q }, { signal }),
    placeholderData: keepPreviousData,
  });
  const team = data?.find(({ id }) => id === opened);
  return (
    <section className={classes.block}>
      <h2>{m.teams_admin()}</h2>
      {error && !data && <ErrorState error={error} heading="h3" />}
      {!data && !error && <LoadingState inline />}
      {(q !== '' || (data && data.length > 0)) && field}
      <Found count={data?.length} q={q} none={m.teams_admin_none()} />
      {data && data.length > 0 && (
        <ListTable
          caption={m.teams_admin()}
          columns={[
            m.teams_admin_team(),
            m.teams_admin_owner(),
            m.billing_admin_plan(),
            m.teams_seats(),
            m.teams_admin_until(),
            m.billing_invoices(),
          ]}
        >
          {data.map(({ held, id, invoices, name, owner, paid, tier, until }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td data-label={m.teams_admin_owner()}>
                {owner ? (
                  <TextLink to="/admin/users/$id" params={{ id: owner.id }}>
                    {owner.name}
                  </TextLink>
                ) : (
                  m.billing_admin_deleted()
                )}
              </td>
              <td data-label={m.billing_admin_plan()}>{tier ? tierName(tier) : '–'}</td>
              <td data-label={m.teams_seats()}>{m.teams_used({ held, paid })}</td>
              <td data-label={m.teams_admin_until()}>{until ? formatDate(until) : '–'}</td>
              <td data-label={m.billing_invoices()}>
                {invoices.some(({ amount, refunded }) => amount > refunded) ? (
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={m.teams_admin_refund_named({ team: name })}
                    aria-expanded={id === opened}
                    onClick={() => setOpened(id === opened ? undefined : id)}
                  >
                    {m.billing_admin_refund()}
                  </Button>
                ) : (
                  '–'
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {team && (
        <RefundList
          key={team.id}
          title={m.teams_admin_invoices({ team: team.name })}
          invoices={team.invoices}
          onRefund={(order) => api.teams.refund({ id: team.id, ...order })}
        />
      )}
    </section>
  );
}
