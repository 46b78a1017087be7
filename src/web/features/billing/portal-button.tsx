import { language } from '#domain/language';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { leaveForProvider, PROFILE } from './way-back.ts';

/** To the provider's page for cards, addresses and tax numbers. */
export function PortalButton({ strong }: { strong?: boolean }) {
  const api = useApi();
  const { busy, run } = useHeld(async () => {
    try {
      const { url } = await api.billing.portal({ locale: language() });
      leaveForProvider(url, PROFILE);
    } catch (error) {
      toastFailure(error);
    }
  });
  return (
    <Button variant={strong ? 'primary' : 'secondary'} busy={busy} onClick={run}>
      {strong ? m.billing_banner_update() : m.billing_portal()}
    </Button>
  );
}
