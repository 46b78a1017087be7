import type { Billed } from '#contract/billing';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { cancelWords } from './cancel-words.ts';
import { useKeepBilled } from './use-keep-billed.ts';

interface CancelDialogProps {
  open: boolean;
  billed: Billed;
  onClose: () => void;
}

/** Cancels at the end of what is paid, and says until when the plan is kept. */
export function CancelDialog({ billed: { subscription, tier, until }, onClose, open }: CancelDialogProps) {
  const api = useApi();
  const keepBilled = useKeepBilled();
  const name = useTierName()(subscription?.tier ?? tier);
  const cancel = async () => {
    try {
      const billed = await api.billing.cancel();
      const end = billed.subscription?.accessEnds.at ?? billed.until;
      const isHeld = billed.state === 'ending' && end !== null;
      const description = isHeld ? m.billing_canceled_text({ tier: name, date: formatDate(end) }) : undefined;
      toast({ title: m.billing_canceled(), ...(description && { description }) });
      await keepBilled(billed);
    } catch (error) {
      toastFailure(error);
    } finally {
      onClose();
    }
  };
  return (
    <ConfirmDialog
      open={open}
      title={m.billing_cancel_title()}
      text={cancelWords({ subscription, until }, name)}
      confirm={m.billing_cancel_confirm()}
      cancel={m.billing_keep()}
      onCancel={onClose}
      onConfirm={cancel}
    />
  );
}
