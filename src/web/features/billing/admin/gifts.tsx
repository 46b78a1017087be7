import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import classes from './billing-page.module.css';
import { PersonLink } from './person-link.tsx';
import { giftsQuery } from './queries.ts';

interface Ending {
  readonly id: string;
  readonly gift: string;
  readonly name: string;
}

/** Who has a plan without paying, until when and why. */
export function Gifts() {
  const api = useApi();
  const queryClient = useQueryClient();
  const tierName = useTierName();
  const { data, error } = useQuery(giftsQuery(api));
  const { ask, asked, close } = useAsked<Ending>();
  const end = async () => {
    if (!asked) return;
    try {
      await api.billingReports.endGift({ id: asked.id, gift: asked.gift });
      toast({ title: m.billing_admin_gift_ended() });
      // Before its row goes, so that the focus comes back there.
      close(asked);
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    } catch (failure) {
      toastFailure(failure);
    } finally {
      close(asked);
    }
  };
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_gifts()}</h2>
      {error && !data && <ErrorState error={error} heading="h3" />}
      {!data && !error && <LoadingState inline />}
      {data?.total === 0 && <p>{m.billing_admin_gifts_none()}</p>}
      {data && data.total > data.items.length && (
        <p className={classes.note}>
          {m.billing_admin_gifts_some({ shown: data.items.length, total: data.total })}
        </p>
      )}
      {data && data.total > 0 && (
        <ListTable
          caption={m.billing_admin_gifts()}
          columns={[
            m.billing_admin_member(),
            m.billing_admin_plan(),
            m.billing_admin_gift_ends(),
            m.billing_admin_gift_reason(),
            m.users_column_actions(),
          ]}
        >
          {data.items.map(({ id, name, reason, tier, until, userId }) => (
            <tr key={`${userId} ${id}`}>
              <th scope="row">
                <PersonLink name={name} userId={userId} />
              </th>
              <td data-label={m.billing_admin_plan()}>{tierName(tier)}</td>
              <td data-label={m.billing_admin_gift_ends()}>
                {until ? formatDate(until) : m.billing_admin_gift_no_end()}
              </td>
              <td data-label={m.billing_admin_gift_reason()} className={classes.reason}>
                {reason}
              </td>
              <td>
                <Button
                  variant="quiet"
                  size="sm"
                  onClick={() => ask({ id: userId, gift: id, name })}
                  aria-label={m.billing_admin_gift_end_named({ name })}
                >
                  {m.billing_admin_gift_end()}
                </Button>
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      <ConfirmDialog
        open={asked !== null}
        text={m.billing_admin_gift_end_text({ name: asked?.name ?? '' })}
        confirm={m.billing_admin_gift_end()}
        onCancel={() => close(asked)}
        onConfirm={end}
      />
    </section>
  );
}
