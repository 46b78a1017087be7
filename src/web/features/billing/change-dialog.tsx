import type { Plan } from '#contract/administration/plans';
import type { Billed, BillingChange } from '#contract/billing';
import type { Offer } from '#contract/offers';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { ChangePreview, type ShownChange } from './change-preview.tsx';
import { useKeepBilled } from './use-keep-billed.ts';

interface ChangeDialogProps {
  plan: Plan;
  offer: Offer;
  onClose: () => void;
}

/** Changes one's own plan, after a look at what it charges. */
export function ChangeDialog({ offer, onClose, plan }: ChangeDialogProps) {
  const api = useApi();
  const keepBilled = useKeepBilled();
  const make = async (shown: ShownChange, { kind, startsAt }: BillingChange) => {
    try {
      const billed = await api.billing.change(shown);
      toast(changed(billed, plan, kind === 'upgrade' || kind === 'switch' ? null : formatDate(startsAt)));
      // First: what is rendered again would ask for the preview of a change that is made.
      onClose();
      await keepBilled(billed);
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Dialog open onClose={onClose} title={m.billing_preview_title({ plan: plan.name })}>
      <ChangePreview
        plan={plan.name}
        offer={offer}
        of="own"
        ask={(input) => api.billing.preview(input)}
        make={make}
        dismiss={{ label: m.ui_cancel(), run: onClose }}
      />
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
