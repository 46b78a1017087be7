import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PaymentAlarm } from '#contract/payment-alarms';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './billing-page.module.css';
import { alarmsQuery } from './queries.ts';

/** What went wrong with money, until somebody has looked at it; nothing when all is well. */
export function Alarms() {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = alarmsQuery(api);
  const { data: alarms, error } = useQuery(query);
  if (!alarms && !error) return <LoadingState inline />;
  if (alarms?.length === 0) return null;
  const check = async (cause: string) => {
    try {
      await api.billing.checkAlarm({ cause });
      toast({ title: m.billing_admin_alarm_checked() });
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
    } catch (failure) {
      toastFailure(failure);
    }
  };
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_alarms()}</h2>
      {error && !alarms && <ErrorState error={error} heading="h3" />}
      <ul className={classes.people}>
        {alarms?.map((alarm) => (
          <li key={alarm.cause} className={classes.invoice}>
            <span>
              {formatTime(alarm.raisedAt)} · {wordsOf(alarm)} {alarm.team !== null && `· ${alarm.team}`}
              {alarm.userId && (
                <TextLink to="/admin/users/$id" params={{ id: alarm.userId }}>
                  {m.billing_admin_alarm_member()}
                </TextLink>
              )}
            </span>
            <Button
              variant="secondary"
              size="sm"
              onClick={() => check(alarm.cause)}
              aria-label={m.billing_admin_alarm_check_named({ subject: alarm.subject })}
            >
              {m.billing_admin_alarm_check()}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf({ cause, kind, subject }: PaymentAlarm): string {
  if (kind === 'unknown-price') return m.billing_admin_alarm_unknown_price({ subject });
  return cause.startsWith('drift:missing:')
    ? m.billing_admin_alarm_missing({ subject })
    : m.billing_admin_alarm_drift({ subject });
}
