import { useQuery } from '@tanstack/react-query';
import type { Plan } from '#contract/administration/plans';
import type { Billed, BillingChange, Offer } from '#contract/billing';
import { language } from '#domain/language';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { formatMoney, priceWords } from '#web/lib/money.ts';
import { offersQuery } from '#web/lib/plan-price.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import classes from './legal/legal.module.css';
import { useKeepBilled } from './use-keep-billed.ts';

interface ChangeDialogProps {
  plan: Plan;
  offer: Offer;
  onClose: () => void;
}

/** Shows to the cent what a change charges, and since when it counts, before it is made. */
export function ChangeDialog({ offer, onClose, plan }: ChangeDialogProps) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['billing', 'preview', offer.id],
    queryFn: () => api.billing.preview({ offerId: offer.id }),
    retry: false,
    // Each time anew: what is due changes by the second.
    gcTime: 0,
  });
  return (
    <Dialog open onClose={onClose} title={m.billing_preview_title({ plan: plan.name })}>
      {error && <ErrorState error={error} heading="h3" />}
      {!data && !error && <p role="status">{m.billing_preview_loading()}</p>}
      {data && <Preview change={data} plan={plan} offer={offer} onClose={onClose} />}
    </Dialog>
  );
}

/** Who takes a downgrade back before it came goes on as before. */
function changed(billed: Billed, plan: Plan, date: string | null): { title: string; description: string } {
  if (date !== null && plan.tier === billed.tier && !billed.subscription?.scheduled)
    return { title: m.billing_kept(), description: m.billing_kept_text() };
  return {
    title: m.profile_tier_changed(),
    description:
      date === null
        ? m.profile_tier_changed_text({ tier: plan.name })
        : m.billing_changes_on({ plan: plan.name, date }),
  };
}

function previewWords(change: BillingChange, plan: Plan, offer: Offer): string {
  const { currency, dueNow, endsTrial, kind, startsAt } = change;
  const words = { plan: plan.name, price: priceWords(offer) };
  const amount = formatMoney(dueNow, currency);
  if (kind === 'switch') return m.billing_preview_switch(words);
  if (endsTrial) return m.billing_preview_up_trial({ ...words, amount });
  if (kind === 'upgrade') return m.billing_preview_up({ ...words, amount });
  return m.billing_preview_down({ ...words, date: formatDate(startsAt) });
}

function Preview({ change, offer, onClose, plan }: ChangeDialogProps & { change: BillingChange }) {
  const api = useApi();
  const keepBilled = useKeepBilled();
  const taxNote = useQuery(offersQuery(api)).data?.taxNote;
  const date = formatDate(change.startsAt);
  const isUpgrade = change.kind === 'upgrade';
  const isSwitch = change.kind === 'switch';
  const { busy, run } = useHeld(async () => {
    try {
      const { at, dueNow, offerId } = change;
      const terms = change.order?.terms ?? null;
      const billed = await api.billing.change({ at, dueNow, offerId, terms, locale: language() });
      toast(changed(billed, plan, isUpgrade || isSwitch ? null : date));
      // First: what is shown anew would ask for the preview of a change that is made.
      onClose();
      await keepBilled(billed);
    } catch (error) {
      toastFailure(error);
    }
  });
  return (
    <>
      <p>{previewWords(change, plan, offer)}</p>
      {change.order ? (
        <ul className={classes.lines}>
          {change.order.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <p>{taxNote}</p>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button busy={busy} onClick={run}>
          {change.order?.button}
          {isSwitch && m.billing_plan_switch({ plan: plan.name })}
          {!isUpgrade && !isSwitch && m.billing_preview_confirm_down({ date })}
        </Button>
      </DialogActions>
    </>
  );
}
