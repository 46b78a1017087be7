import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { useKeepBilled } from './use-keep-billed.ts';

/** Takes back a cancellation or a scheduled change. */
export function KeepButton({ label, wide = false }: { label: string; wide?: boolean }) {
  const api = useApi();
  const keepBilled = useKeepBilled();
  const { busy, run } = useHeld(async () => {
    try {
      const billed = await api.billing.keep();
      toast({ title: m.billing_kept(), description: m.billing_kept_text() });
      await keepBilled(billed);
    } catch (error) {
      toastFailure(error);
    }
  });
  return (
    <Button busy={busy} onClick={run} wide={wide}>
      {label}
    </Button>
  );
}
