import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '#contract/accounts/passkeys';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from '../profile/profile.module.css';
import { passkeysQuery } from '../queries.ts';
import { makePasskey, toastPasskeyFailure } from './passkey-browser.ts';
import { PasskeyName } from './passkey-name.tsx';
import { SecurityBlock } from './security-block.tsx';

type Question = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey } | null;

/** The own passkeys: add, rename, remove. */
export function PasskeyList() {
  const api = useApi();
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<Question>(null);
  const { data, error } = useQuery(passkeysQuery(api));
  const close = () => setQuestion(null);
  const finish = async (title: string, description?: string) => {
    await queryClient.invalidateQueries(passkeysQuery(api));
    toast({ title, ...(description && { description }) });
    close();
  };
  const add = async (name: string) => {
    const credential = await makePasskey(await api.passkeys.start());
    await api.passkeys.add({ name, credential });
    await finish(m.passkeys_added(), m.passkeys_added_text());
  };
  const remove = async (id: string) => {
    try {
      await api.passkeys.remove({ id });
      await finish(m.passkeys_removed());
    } catch (error) {
      toastPasskeyFailure(error);
    }
  };
  const passkey = question && question.kind !== 'add' ? question.passkey : null;
  return (
    <SecurityBlock
      title={m.passkeys_title()}
      text={m.passkeys_text()}
      action={
        <Button variant="secondary" onClick={() => setQuestion({ kind: 'add' })}>
          {m.passkeys_add()}
        </Button>
      }
    >
      {data && <Rows passkeys={data} onQuestion={setQuestion} />}
      {error && !data && <ErrorState error={error} heading="h3" />}
      {!data && !error && <LoadingState inline />}
      <Dialog open={question?.kind === 'add'} onClose={close} title={m.passkeys_add()}>
        <PasskeyName
          name={m.passkeys_name_default()}
          text={m.passkeys_add_text()}
          submit={m.passkeys_add()}
          onCancel={close}
          onName={add}
        />
      </Dialog>
      <Dialog open={question?.kind === 'rename'} onClose={close} title={m.passkeys_rename()}>
        <PasskeyName
          name={passkey?.name ?? ''}
          submit={m.passkeys_rename()}
          onCancel={close}
          onName={async (name) => {
            if (passkey) await api.passkeys.update({ id: passkey.id, name });
            await finish(m.passkeys_renamed());
          }}
        />
      </Dialog>
      <ConfirmDialog
        open={question?.kind === 'remove'}
        title={m.passkeys_remove_title({ name: passkey?.name ?? '' })}
        text={m.passkeys_remove_text()}
        confirm={m.passkeys_remove()}
        onCancel={close}
        onConfirm={() => passkey && remove(passkey.id)}
      />
    </SecurityBlock>
  );
}

interface RowsProps {
  passkeys: readonly Passkey[];
  onQuestion: (question: Question) => void;
}

function Rows({ onQuestion, passkeys }: RowsProps) {
  if (passkeys.length === 0) return <p className={classes.hint}>{m.passkeys_none()}</p>;
  return (
    <ul className={classes.sessions} aria-label={m.passkeys_title()}>
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <div>
            <strong className={classes.passkeyName}>{passkey.name}</strong>
            <p className={classes.hint}>{times(passkey)}</p>
          </div>
          <div className={classes.row}>
            <Button
              variant="quiet"
              size="sm"
              aria-label={m.passkeys_rename_named({ name: passkey.name })}
              onClick={() => onQuestion({ kind: 'rename', passkey })}
            >
              {m.passkeys_rename()}
            </Button>
            <Button
              variant="quiet"
              size="sm"
              aria-label={m.passkeys_remove_named({ name: passkey.name })}
              onClick={() => onQuestion({ kind: 'remove', passkey })}
            >
              {m.passkeys_remove()}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function times({ createdAt, lastUsedAt }: Passkey): string {
  const time = formatTime(createdAt);
  return lastUsedAt
    ? m.passkeys_used_at({ time, used: formatTime(lastUsedAt) })
    : m.passkeys_added_at({ time });
}
