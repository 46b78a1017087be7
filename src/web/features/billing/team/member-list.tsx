import type { Team } from '#contract/teams';
import { failureCode } from '#web/lib/api/api-error.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { useKeepTeam, useKeepTeams } from './queries.ts';
import classes from './team.module.css';
import { toastTeamFailure } from './toast-team-failure.ts';

type Member = Team['members'][number];

/** Who has a seat, in the order in which the seats were given; the last ones lose theirs first. */
export function MemberList({ team }: { team: Team }) {
  const api = useApi();
  const keepTeam = useKeepTeam();
  const keepTeams = useKeepTeams();
  const { ask: askToFree, asked: freeing, close: closeFreeing } = useAsked<Member>();
  const { ask: askToHand, asked: handing, close: closeHanding } = useAsked<Member>();
  const take = useHeld(async () => {
    try {
      keepTeam(await api.teams.takeSeat());
      await keepTeams();
    } catch (error) {
      toastTeamFailure(error);
    }
  });
  const free = async () => {
    try {
      if (freeing) keepTeam(await api.teams.freeSeat({ id: freeing.id }));
      toast({ title: m.teams_freed() });
      if (freeing?.isOwner) await keepTeams();
    } catch (error) {
      toastTeamFailure(error);
    } finally {
      closeFreeing(freeing);
    }
  };
  const hand = async () => {
    try {
      if (handing) await keepTeams(await api.teams.transfer({ id: handing.id }));
      toast({ title: m.teams_transferred() });
    } catch (error) {
      if (failureCode(error) !== 'PROOF_REQUIRED') toastTeamFailure(error);
    } finally {
      closeHanding(handing);
    }
  };
  return (
    <section className={classes.block}>
      <div className={classes.head}>
        <h2>{m.teams_members()}</h2>
        {team.members.length < team.seats.paid && !team.members.some(({ isOwner }) => isOwner) && (
          <Button variant="secondary" size="sm" busy={take.busy} onClick={take.run}>
            {m.teams_take_seat()}
          </Button>
        )}
      </div>
      {team.members.length === 0 ? (
        <p className={classes.soft}>{m.teams_members_none()}</p>
      ) : (
        <ListTable
          caption={m.teams_members()}
          columns={[m.auth_name(), m.auth_email(), m.teams_since(), m.users_column_actions()]}
        >
          {team.members.map((member) => (
            <tr key={member.id}>
              <th scope="row">
                {member.name}
                {member.isOwner && <small className={classes.note}>{m.teams_you()}</small>}
                {!member.isPaid && <small className={classes.warning}>{m.teams_not_paid()}</small>}
              </th>
              <td data-label={m.auth_email()} className={classes.address}>
                {member.email}
              </td>
              <td data-label={m.teams_since()}>{formatDate(member.assignedAt)}</td>
              <td>
                <span className={classes.row}>
                  {!member.isOwner && (
                    <Button
                      variant="secondary"
                      size="sm"
                      onClick={() => askToHand(member)}
                      aria-label={m.teams_transfer_named({ name: member.name })}
                    >
                      {m.teams_transfer()}
                    </Button>
                  )}
                  <Button
                    variant="secondary"
                    size="sm"
                    onClick={() => askToFree(member)}
                    aria-label={m.teams_free_named({ name: member.name })}
                  >
                    {m.teams_free()}
                  </Button>
                </span>
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      <ConfirmDialog
        open={freeing !== null}
        title={m.teams_free_title({ name: freeing?.name ?? '' })}
        text={m.teams_free_text()}
        confirm={m.teams_free()}
        onCancel={() => closeFreeing(freeing)}
        onConfirm={free}
      />
      <ConfirmDialog
        open={handing !== null}
        title={m.teams_transfer_title({ name: handing?.name ?? '' })}
        text={m.teams_transfer_text({
          name: handing?.name ?? '',
          date: team.until ? formatDate(team.until) : '–',
        })}
        confirm={m.teams_transfer()}
        onCancel={() => closeHanding(handing)}
        onConfirm={hand}
      />
    </section>
  );
}
