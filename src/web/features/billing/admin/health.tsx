import { useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import classes from './billing-page.module.css';
import type { Overview } from './queries.ts';

interface Check {
  readonly label: string;
  readonly ok: boolean;
  readonly text?: string | undefined;
}

/** How payments run: what is as it must be, and what somebody must look at. */
export function Health({ overview }: { overview: Overview }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { busy, run } = useHeld(async () => {
    try {
      await api.billing.reconcile();
      toast({
        title: m.billing_admin_reconcile_done(),
        description: m.billing_admin_reconcile_text(),
      });
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    } catch (error) {
      toastFailure(error);
    }
  });
  return (
    <section className={classes.block}>
      <div className={classes.head}>
        <h2>{m.billing_admin_health()}</h2>
        <Button variant="secondary" size="sm" busy={busy} onClick={run}>
          {m.billing_admin_reconcile()}
        </Button>
      </div>
      <ul className={classes.checks}>
        {checksOf(overview).map(({ label, ok, text }) => (
          <li key={label} data-ok={ok}>
            <strong>{ok ? m.billing_admin_check_ok() : m.billing_admin_check_attention()}</strong>
            <span>
              {label}
              {text && <small>{text}</small>}
            </span>
          </li>
        ))}
      </ul>
      {overview.inbox.lastError && <p>{m.billing_admin_error({ error: overview.inbox.lastError })}</p>}
    </section>
  );
}

function checksOf(overview: Overview): Check[] {
  const { commandsParked, disputes, drifts, inbox, lastReconciledAt, looksFailing, payingTwice, unclosed } =
    overview;
  return [
    {
      label: m.billing_admin_check_webhook(),
      ok: inbox.lastReceivedAt !== null,
      text: inbox.lastReceivedAt
        ? m.billing_admin_check_webhook_at({ date: formatTime(inbox.lastReceivedAt) })
        : m.billing_admin_check_webhook_none(),
    },
    {
      label: m.billing_admin_check_inbox(),
      ok: inbox.parked === 0,
      text: m.billing_admin_check_inbox_waiting({ waiting: inbox.waiting, parked: inbox.parked }),
    },
    {
      label: m.billing_admin_check_commands(),
      ok: commandsParked === 0,
      text: commandsParked > 0 ? m.billing_admin_check_commands_parked({ count: commandsParked }) : undefined,
    },
    {
      label: m.billing_admin_check_reconciled(),
      ok: lastReconciledAt !== null,
      text: lastReconciledAt
        ? m.billing_admin_check_reconciled_at({ date: formatTime(lastReconciledAt) })
        : m.billing_admin_check_reconciled_never(),
    },
    {
      label: m.billing_admin_check_looks(),
      ok: looksFailing === 0,
      text: looksFailing > 0 ? m.billing_admin_check_looks_failing({ count: looksFailing }) : undefined,
    },
    {
      label: m.billing_admin_check_drifts(),
      ok: drifts.length === 0,
      text: drifts.length > 0 ? m.billing_admin_check_drifts_some({ count: drifts.length }) : undefined,
    },
    {
      label: m.billing_admin_check_unclosed(),
      ok: unclosed === 0,
      text: unclosed > 0 ? m.billing_admin_check_unclosed_some({ count: unclosed }) : undefined,
    },
    {
      label: m.billing_admin_check_twice(),
      ok: payingTwice === 0,
      text: payingTwice > 0 ? m.billing_admin_check_twice_some({ count: payingTwice }) : undefined,
    },
    {
      label: m.billing_admin_check_disputes(),
      ok: disputes === 0,
      text: disputes > 0 ? m.billing_admin_check_disputes_open({ count: disputes }) : undefined,
    },
  ];
}
