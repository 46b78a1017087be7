import { useState } from 'react';
import type { User } from '#contract/accounts/accounts';
import { userPath } from '#domain/site/admin-paths';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { LateText } from '#web/ui/late-text.tsx';
import { PageBanner } from '#web/ui/layout/page-banner.tsx';

/** Says on every page that an administrator is here for the user, and what they can do; leads back. */
export function SupportBanner({ user }: { user: User }) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const { by = '', endsAt = '', mode = 'look' } = user.support ?? {};
  const words = { admin: by, name: user.name, time: formatTime(endsAt) };
  const end = async () => {
    setBusy(true);
    try {
      await api.support.end();
      // Another person sits here now: nothing of this page may stay.
      window.location.assign(userPath(user.id));
    } catch (error) {
      toastFailure(error);
      setBusy(false);
    }
  };
  return (
    <PageBanner
      label={m.support_banner_label()}
      text={
        // The name can be changed by the page before this is alive.
        <LateText>{mode === 'change' ? m.support_banner_change(words) : m.support_banner(words)}</LateText>
      }
      stays
    >
      <Button variant="secondary" size="sm" onClick={end} busy={busy}>
        {m.support_end()}
      </Button>
    </PageBanner>
  );
}
