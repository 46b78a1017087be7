import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionRow } from '#contract/accounts/accounts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from '../profile/profile.module.css';
import { sessionsQuery } from '../queries.ts';
import { SecurityBlock } from './security-block.tsx';

/** Where one is signed in: end one session, or all others. */
export function SessionList() {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data, error } = useQuery(sessionsQuery(api));
  const run = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await work();
      toast({ title: done });
    } catch (error) {
      toastFailure(error);
    } finally {
      await queryClient.invalidateQueries(sessionsQuery(api));
      setBusy(false);
    }
  };
  const hasOthers = data?.some(({ current }) => !current) ?? false;
  return (
    <SecurityBlock
      title={m.profile_sessions()}
      text={m.profile_sessions_text()}
      action={
        hasOthers && (
          <Button
            variant="secondary"
            busy={busy}
            onClick={() => run(() => api.accounts.endOtherSessions(), m.profile_sessions_ended())}
          >
            {m.profile_sessions_end_others()}
          </Button>
        )
      }
    >
      {data && (
        <ul className={classes.sessions}>
          {data.map((session) => (
            <Session
              key={session.id}
              session={session}
              busy={busy}
              onEnd={() => run(() => api.accounts.endSession({ id: session.id }), m.profile_session_ended())}
            />
          ))}
        </ul>
      )}
      {error && !data && <ErrorState error={error} heading="h3" />}
      {!data && !error && <LoadingState inline />}
    </SecurityBlock>
  );
}

function Session({ busy, onEnd, session }: { session: SessionRow; busy: boolean; onEnd: () => void }) {
  const { current, device, ipAddress, lastUsedAt } = session;
  return (
    <li>
      <div>
        <strong>{device}</strong>{' '}
        {current && <span className={classes.here}>{m.profile_session_current()}</span>}
        <p className={classes.hint}>
          {m.profile_session_used({
            time: formatTime(lastUsedAt),
            address: ipAddress ?? m.profile_session_nowhere(),
          })}
        </p>
      </div>
      {!current && (
        <Button
          variant="quiet"
          size="sm"
          busy={busy}
          onClick={onEnd}
          aria-label={m.profile_session_end_named({ device })}
        >
          {m.profile_session_end()}
        </Button>
      )}
    </li>
  );
}
