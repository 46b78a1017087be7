import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Membership, MyTeams } from '#contract/teams';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { teamsQuery, useKeepTeams } from './queries.ts';
import classes from './team.module.css';
import { toastTeamFailure } from './toast-team-failure.ts';

/** The teams that one has a seat in, those that invite, and the way to the own one. */
export function Memberships() {
  const { data } = useQuery(teamsQuery(useApi()));
  if (!data) return null;
  return (
    <section className={classes.block}>
      <h2>{m.teams_heading()}</h2>
      {data.invitations.map((invitation) => (
        <Invited key={invitation.id} invitation={invitation} />
      ))}
      {data.memberships.map((membership) => (
        <Seat
          key={membership.teamId}
          membership={membership}
          isOwner={membership.teamId === data.owned?.id}
        />
      ))}
      <p>
        <TextLink to="/team">
          {data.owned ? m.teams_manage({ team: data.owned.name }) : m.teams_buy_link()}
        </TextLink>
      </p>
    </section>
  );
}

function Invited({ invitation }: { invitation: MyTeams['invitations'][number] }) {
  return (
    <div className={classes.card}>
      <p>
        {m.teams_join_text({ owner: invitation.owner ?? '–', team: invitation.team })}{' '}
        {m.teams_join_privacy()}
      </p>
      <AnswerButtons id={invitation.id} />
    </div>
  );
}

function Seat({
  isOwner,
  membership: { name, owner, teamId, tier },
}: {
  membership: Membership;
  isOwner: boolean;
}) {
  const api = useApi();
  const keepTeams = useKeepTeams();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    try {
      await keepTeams(await api.teams.leave({ id: teamId }));
      toast({ title: m.teams_left({ team: name }) });
    } catch (error) {
      toastTeamFailure(error);
    } finally {
      setLeaving(false);
    }
  };
  return (
    <div className={classes.card}>
      <p className={classes.current}>
        <strong>{name}</strong> {tier && <TierBadge tier={tier} />}
      </p>
      <p className={classes.soft}>
        {tier ? m.teams_seat_text({ owner: owner ?? m.teams_owner_gone() }) : m.teams_seat_unpaid()}
      </p>
      <div>
        <Button variant="secondary" size="sm" onClick={() => setLeaving(true)}>
          {isOwner ? m.teams_free_own() : m.teams_leave()}
        </Button>
      </div>
      <ConfirmDialog
        open={leaving}
        title={m.teams_leave_title({ team: name })}
        text={m.teams_leave_text()}
        confirm={isOwner ? m.teams_free_own() : m.teams_leave()}
        onCancel={() => setLeaving(false)}
        onConfirm={leave}
      />
    </div>
  );
}
