import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { keepSession, useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { PageBanner } from '#web/ui/layout/page-banner.tsx';

/** Says on every page that the account is going to be deleted, and takes it back. */
export function LeavingBanner({ erasesAt }: { erasesAt: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      keepSession(queryClient, { user: await api.accounts.keepAccount() });
      toast({ title: m.profile_kept(), description: m.profile_kept_text() });
    } catch (error) {
      toastFailure(error);
      setBusy(false);
    }
  };
  return (
    <PageBanner label={m.shell_leaving_label()} text={m.shell_leaving({ date: formatDate(erasesAt) })}>
      <Button variant="secondary" size="sm" onClick={keep} busy={busy}>
        {m.profile_keep()}
      </Button>
    </PageBanner>
  );
}
