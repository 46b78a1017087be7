import { useState } from 'react';
import type { Team } from '#contract/teams';
import { language } from '#domain/language';
import type { Tier } from '#domain/tiers';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { priceWords } from '#web/lib/money.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { TierBadge, useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { teamCancelWords } from '../cancel-words.ts';
import { overdueWords } from '../state-words.tsx';
import { leaveForProvider } from '../way-back.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { TEAM_PAGE, useKeepTeam } from './queries.ts';
import { SeatsDialog } from './seats-dialog.tsx';
import classes from './team.module.css';
import { toastTeamFailure } from './toast-team-failure.ts';

/** What the team pays for, in words, and what can be changed of it. */
export function TeamState({ team }: { team: Team }) {
  const tierName = useTierName();
  const { invited, paid, held } = team.seats;
  const next = team.subscription;
  return (
    <section className={classes.state} data-alarm={team.state === 'overdue' || undefined}>
      <p className={classes.current}>
        {team.tier && <TierBadge tier={team.tier} />}
        <strong>{m.teams_used({ held, paid })}</strong>
        {invited > 0 && <span className={classes.soft}>{m.teams_invited({ count: invited })}</span>}
      </p>
      <p role={team.state === 'overdue' ? 'alert' : undefined}>{sentenceOf(team, tierName)}</p>
      {next && next.endsAt === null && next.seats < paid && (
        <p>{m.teams_fewer_soon({ count: next.seats, date: formatDate(next.nextChargeAt ?? '') })}</p>
      )}
      {next?.isPlanScheduled && next.endsAt === null && <p>{scheduledWords(next, tierName)}</p>}
      {held > paid && <p role="alert">{m.teams_too_many({ count: held - paid })}</p>}
      {team.isPayer && next && <Actions team={team} />}
    </section>
  );
}

function sentenceOf({ state, subscription, until }: Team, tierName: (tier: Tier) => string): string {
  const date = (iso: string | null | undefined) => (iso ? formatDate(iso) : '–');
  const stopped = () => (until ? m.teams_state_stopped({ date: date(until) }) : m.teams_state_over());
  if (!subscription) return stopped();
  const price = priceWords(subscription);
  if (state === 'overdue') return overdueWords(subscription, tierName);
  if (subscription.endsAt !== null) {
    const { at, ifPaid } = subscription.accessEnds;
    const isOver = state === 'stopped';
    if (!ifPaid) return isOver ? stopped() : m.teams_state_ending({ date: date(at) });
    const words = { date: date(at), end: date(ifPaid) };
    return isOver ? m.teams_state_ended_unpaid(words) : m.teams_state_ending_unpaid(words);
  }
  return m.billing_state_running({ date: date(subscription.nextChargeAt), price });
}

/** Another plan that counts from the next period on: a changed price, or a schedule. */
function scheduledWords(next: NonNullable<Team['subscription']>, tierName: (tier: Tier) => string): string {
  const { interval, tier, amount } = next.scheduled ?? next;
  const at = next.scheduled?.at ?? next.nextChargeAt;
  const price = priceWords({ amount, interval, currency: next.currency });
  return m.teams_plan_scheduled({ date: at ? formatDate(at) : '–', plan: tierName(tier), price });
}

function Actions({ team }: { team: Team }) {
  const api = useApi();
  const keepTeam = useKeepTeam();
  const [changing, setChanging] = useState<'seats' | 'plan'>();
  const [cancelling, setCancelling] = useState(false);
  const isEnding = team.subscription?.endsAt !== null;
  const settle = async (work: () => Promise<Team>, title: string) => {
    try {
      keepTeam(await work());
      toast({ title });
    } catch (error) {
      toastTeamFailure(error);
    } finally {
      setCancelling(false);
    }
  };
  const portal = useHeld(async () => {
    try {
      leaveForProvider((await api.teams.portal({ locale: language() })).url, TEAM_PAGE);
    } catch (error) {
      toastTeamFailure(error);
    }
  });
  const keep = useHeld(() => settle(() => api.teams.keep(), m.billing_kept()));
  const isOverdue = team.state === 'overdue';
  const isScheduled = team.subscription?.isPlanScheduled === true;
  return (
    <div className={classes.actions}>
      {isEnding ? (
        <Button busy={keep.busy} onClick={keep.run}>
          {m.billing_keep()}
        </Button>
      ) : (
        <>
          <Button disabled={isOverdue || isScheduled} onClick={() => setChanging('seats')}>
            {m.teams_change_seats()}
          </Button>
          {team.subscription?.scheduled ? (
            <Button variant="secondary" busy={keep.busy} onClick={keep.run}>
              {m.teams_plan_keep()}
            </Button>
          ) : (
            <Button variant="secondary" disabled={isOverdue} onClick={() => setChanging('plan')}>
              {m.teams_change_plan()}
            </Button>
          )}
        </>
      )}
      <Button variant={isOverdue ? 'primary' : 'secondary'} busy={portal.busy} onClick={portal.run}>
        {isOverdue ? m.billing_banner_update() : m.billing_portal()}
      </Button>
      {!isEnding && (
        <Button variant="secondary" onClick={() => setCancelling(true)}>
          {m.billing_cancel_title()}
        </Button>
      )}
      <ConfirmDialog
        open={cancelling}
        title={m.billing_cancel_title()}
        text={teamCancelWords(team)}
        confirm={m.billing_cancel_confirm()}
        cancel={m.billing_keep()}
        onCancel={() => setCancelling(false)}
        onConfirm={() => settle(() => api.teams.cancel(), m.billing_canceled())}
      />
      {changing === 'seats' && <SeatsDialog team={team} onClose={() => setChanging(undefined)} />}
      {changing === 'plan' && team.subscription && (
        <PlanDialog team={team} subscription={team.subscription} onClose={() => setChanging(undefined)} />
      )}
    </div>
  );
}
