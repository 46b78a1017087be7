import { useState } from 'react';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { SecurityBlock } from '../security/security-block.tsx';

/** The copy of everything about oneself, as one file. */
export function OwnData() {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      await api.privacy.requestExport();
      toast({ title: m.profile_data_coming(), description: m.profile_data_coming_text() });
      window.location.assign('/api/account/export');
    } catch (error) {
      // Who was asked for the password and did not give it changed their mind.
      if (failureCode(error) !== 'PROOF_REQUIRED') toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SecurityBlock
      title={m.profile_data()}
      text={m.profile_data_text()}
      action={
        <Button variant="secondary" onClick={take} busy={busy}>
          {m.profile_data_take()}
        </Button>
      }
    />
  );
}
