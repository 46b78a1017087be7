import { useState } from 'react';
import type { UserDetail } from '#contract/administration/users';
import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { AskAdmin } from './ask-admin.tsx';
import { AskSupport } from './ask-support.tsx';
import { TierSelect } from './tier-select.tsx';
import { useAccountActions } from './use-account-actions.ts';
import { useUserChanges } from './use-user-changes.ts';
import classes from './user-page.module.css';

type Question = 'support' | 'admin' | 'factor' | 'disable' | 'end' | 'delete';

/** Everything an administrator can do with an account. What cannot be taken back asks first. */
export function UserActions({ user }: { user: UserDetail }) {
  const viewer = useUser();
  const changes = useUserChanges();
  const actions = useAccountActions(user);
  const [question, setQuestion] = useState<Question | null>(null);
  const busy = changes.busy || actions.busy;
  const { name } = user;
  const isOwn = viewer?.id === user.id;
  const isAdmin = user.role === 'admin';
  const isBeingDeleted = user.erasesAt !== null && new Date(user.erasesAt) <= new Date();
  const isBlocked = !isAdmin && user.state === 'unconfirmed';
  const close = () => setQuestion(null);
  const answer = (work: () => Promise<void>) => () => {
    close();
    return work();
  };
  const ask = (asked: Question, label: string, danger = false) => (
    <Button
      variant={danger ? 'danger' : 'secondary'}
      size="sm"
      busy={busy}
      onClick={() => setQuestion(asked)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <div className={classes.actions}>
        <TierSelect user={user} onTier={changes.setTier} />
        {isBlocked ? (
          <Button variant="secondary" size="sm" disabled aria-describedby="grant-why">
            {m.users_grant()}
          </Button>
        ) : (
          ask('admin', isAdmin ? m.users_revoke() : m.users_grant())
        )}
        {!isOwn && !isAdmin && user.state !== 'disabled' && ask('support', m.support_open())}
        {ask('end', m.users_end_sessions())}
        {!isOwn && user.twoFactorEnabled && ask('factor', m.users_reset_factor())}
        {user.state === 'unconfirmed' && (
          <Button variant="secondary" size="sm" busy={busy} onClick={actions.resend}>
            {m.users_resend()}
          </Button>
        )}
        {user.state === 'disabled' && !isBeingDeleted && (
          <Button variant="secondary" size="sm" busy={busy} onClick={actions.enable}>
            {m.users_enable()}
          </Button>
        )}
        {!isOwn && user.state !== 'disabled' && ask('disable', m.users_disable(), true)}
        {!isOwn && ask('delete', m.users_delete(), true)}
      </div>
      {isBlocked && (
        <p id="grant-why" className={classes.hint}>
          {m.users_grant_why({ name })}
        </p>
      )}
      {isOwn && <p className={classes.hint}>{m.users_own()}</p>}
      <AskSupport user={user} open={question === 'support'} onClose={close} />
      <AskAdmin
        user={question === 'admin' ? user : null}
        onClose={close}
        onConfirm={() => answer(() => changes.setAdmin(user, !isAdmin))()}
      />
      <ConfirmDialog
        open={question === 'factor'}
        title={m.users_reset_factor_title({ name })}
        text={m.users_reset_factor_text()}
        confirm={m.users_reset_factor()}
        onCancel={close}
        onConfirm={answer(actions.resetFactor)}
      />
      <ConfirmDialog
        open={question === 'disable'}
        title={m.users_disable_title({ name })}
        text={m.users_disable_text()}
        confirm={m.users_disable()}
        onCancel={close}
        onConfirm={answer(actions.disable)}
      />
      <ConfirmDialog
        open={question === 'end'}
        title={m.users_end_title({ name })}
        text={m.users_end_text()}
        confirm={m.users_end_sessions()}
        onCancel={close}
        onConfirm={answer(actions.endSessions)}
      />
      <ConfirmDialog
        open={question === 'delete'}
        title={m.users_delete_title({ name })}
        text={`${m.users_delete_text()} ${m.users_delete_remains({ count: user.comments.count })}`}
        onCancel={close}
        onConfirm={answer(actions.remove)}
      />
    </>
  );
}
