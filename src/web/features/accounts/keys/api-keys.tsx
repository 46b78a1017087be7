import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/accounts/accounts';
import type { KeyRow } from '#contract/accounts/keys';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { keysQuery } from '../queries.ts';
import { SecurityBlock } from '../security/security-block.tsx';
import { useShownOnce } from '../security/use-shown-once.ts';
import classes from './api-keys.module.css';
import { KeyItem } from './key-item.tsx';
import { MadeKey } from './made-key.tsx';
import { NewKeyForm } from './new-key-form.tsx';

/** Keys with which programs act for oneself: made, shown once, listed, revoked. */
export function ApiKeys({ user }: { user: User }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(keysQuery(api));
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<KeyRow | null>(null);
  const reload = () => queryClient.invalidateQueries(keysQuery(api));
  const { close, hold, isWarned, leave, show } = useShownOnce(() => {
    setMaking(false);
    setMade(null);
  });
  const revoke = async ({ id }: KeyRow) => {
    setRevoking(null);
    try {
      await api.keys.revoke({ id });
      toast({ title: m.keys_revoked() });
    } catch (error) {
      toastFailure(error);
    } finally {
      await reload();
    }
  };
  return (
    <SecurityBlock
      title={m.keys_title()}
      text={m.keys_text()}
      action={
        <Button variant="secondary" onClick={() => setMaking(true)}>
          {m.keys_make()}
        </Button>
      }
    >
      {error && !data && <ErrorState error={error} heading="h3" />}
      {!data && !error && <LoadingState inline />}
      {data?.length === 0 && <p className={classes.none}>{m.keys_none()}</p>}
      {data && data.length > 0 && (
        <ul className={classes.keys}>
          {data.map((row) => (
            <KeyItem key={row.id} row={row} onRevoke={() => setRevoking(row)} />
          ))}
        </ul>
      )}
      <Dialog open={making} onClose={leave} title={made ? m.keys_made() : m.keys_make()} size="lg">
        {made ? (
          <MadeKey value={made} isWarned={isWarned} onDone={close} />
        ) : (
          <NewKeyForm
            isAdmin={user.role === 'admin'}
            hold={hold}
            onCancel={leave}
            onMade={(key) => {
              setMade(key);
              show();
              reload();
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={revoking !== null}
        title={m.keys_revoke_title({ name: revoking?.name ?? '' })}
        text={m.keys_revoke_text()}
        confirm={m.keys_revoke()}
        onCancel={() => setRevoking(null)}
        onConfirm={() => revoking && revoke(revoking)}
      />
    </SecurityBlock>
  );
}
