import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedTransfer } from '#contract/bank-transfers';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { lastDay } from '../../bank/last-day.ts';
import { transfersQuery } from '../../bank/queries.ts';
import { toastTransferFailure } from '../../bank/toast-transfer-failure.ts';
import classes from '../billing-page.module.css';
import { Found, useListSearch } from '../found-list.tsx';
import { PersonLink } from '../person-link.tsx';
import { ConfirmTransfer } from './confirm-transfer.tsx';

/** The orders that wait for their money first, each to be confirmed or canceled. */
export function Transfers() {
  const api = useApi();
  const queryClient = useQueryClient();
  const tierName = useTierName();
  const { field, q } = useListSearch(m.bank_admin_search());
  const { data, error } = useQuery(transfersQuery(api, q));
  const confirming = useAsked<ListedTransfer>();
  const dropping = useAsked<ListedTransfer>();
  const drop = async () => {
    const transfer = dropping.asked;
    try {
      await api.bankTransfers.drop({ id: transfer?.id ?? '' });
      toast({ title: m.bank_canceled() });
    } catch (failure) {
      toastTransferFailure(failure);
    } finally {
      dropping.close(transfer);
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    }
  };
  return (
    <section className={classes.block}>
      <h2>{m.bank_admin_orders()}</h2>
      {error && !data && <ErrorState error={error} heading="h3" />}
      {!data && !error && <LoadingState inline />}
      {(q !== '' || (data && data.length > 0)) && field}
      <Found count={data?.length} q={q} none={m.bank_admin_none()} />
      {data && data.length > 0 && (
        <ListTable
          caption={m.bank_admin_orders()}
          columns={[
            m.billing_admin_member(),
            m.bank_reference(),
            m.bank_admin_order(),
            m.bank_admin_state(),
            m.users_column_actions(),
          ]}
        >
          {data.map((transfer) => (
            <tr key={transfer.id}>
              <th scope="row">
                <PersonLink name={transfer.name} userId={transfer.userId} />
              </th>
              <td data-label={m.bank_reference()}>{transfer.number ?? transfer.reference}</td>
              <td data-label={m.bank_admin_order()}>
                {tierName(transfer.tier)} · {formatMoney(transfer.amount, transfer.currency)}
              </td>
              <td data-label={m.bank_admin_state()}>{stateWords(transfer)}</td>
              <td>
                {transfer.state === 'pending' && (
                  <span className={classes.actions}>
                    <Button
                      size="sm"
                      onClick={() => confirming.ask(transfer)}
                      aria-label={m.bank_admin_confirm_named({ reference: transfer.reference })}
                    >
                      {m.bank_admin_confirm()}
                    </Button>
                    <Button
                      variant="secondary"
                      size="sm"
                      onClick={() => dropping.ask(transfer)}
                      aria-label={m.bank_admin_drop_named({ reference: transfer.reference })}
                    >
                      {m.bank_admin_drop()}
                    </Button>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {confirming.asked && (
        <ConfirmTransfer transfer={confirming.asked} onClose={() => confirming.close(confirming.asked)} />
      )}
      <ConfirmDialog
        open={dropping.asked !== null}
        title={m.bank_admin_drop_title({ reference: dropping.asked?.reference ?? '' })}
        text={m.bank_admin_drop_text()}
        confirm={m.bank_admin_drop()}
        cancel={m.ui_close()}
        onCancel={() => dropping.close(dropping.asked)}
        onConfirm={drop}
      />
    </section>
  );
}

function stateWords({ from, orderedAt, paidAt, state, to }: ListedTransfer): string {
  if (state === 'pending') return m.bank_admin_pending({ date: formatDate(orderedAt) });
  if (state === 'canceled' || !paidAt || !from || !to) return m.bank_admin_dropped();
  return m.bank_admin_paid({ date: formatDate(paidAt), from: formatDate(from), to: lastDay(to) });
}
