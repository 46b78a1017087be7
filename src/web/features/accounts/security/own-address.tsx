import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/accounts/accounts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Notice } from '../account-card.tsx';
import classes from '../profile/profile.module.css';
import { addressQuery } from '../queries.ts';

/** The own address: not to be written here, but to be changed by way of the new mailbox. */
export function OwnAddress({ onChange, user }: { user: User; onChange: () => void }) {
  return (
    <div className={classes.address}>
      <TextField
        label={m.auth_email()}
        value={user.email}
        readOnly
        help={
          <>
            <span>{m.profile_email_help()}</span> {m.address_given()}
          </>
        }
        aside={
          <Button variant="quiet" size="sm" onClick={onChange} aria-label={m.address_change_named()}>
            {m.address_change()}
          </Button>
        }
      />
      <PendingAddress />
    </div>
  );
}

/** The new address that waits for its mail to be opened. */
function PendingAddress() {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(addressQuery(api));
  if (!data?.pending) return null;
  const { email, expiresAt } = data.pending;
  const withdraw = async () => {
    setBusy(true);
    try {
      await api.address.remove();
      toast({ title: m.address_withdrawn() });
    } catch (error) {
      toastFailure(error);
    } finally {
      await queryClient.invalidateQueries(addressQuery(api));
      setBusy(false);
    }
  };
  return (
    <Notice>
      <p>{m.address_pending({ email, time: formatTime(expiresAt) })}</p>
      <Button variant="secondary" size="sm" busy={busy} onClick={withdraw}>
        {m.address_withdraw()}
      </Button>
    </Notice>
  );
}
