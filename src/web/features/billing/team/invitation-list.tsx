import type { Team } from '#contract/teams';
import { copyText } from '#web/lib/copy-text.ts';
import { formatDate } from '#web/lib/format.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { useKeepTeam } from './queries.ts';
import classes from './team.module.css';
import { toastTeamFailure } from './toast-team-failure.ts';

type Invitation = Team['invitations'][number];

/** Who has not answered yet, and who had a seat before. */
export function InvitationList({ team }: { team: Team }) {
  return (
    <>
      {team.invitations.length > 0 && (
        <section className={classes.block}>
          <h2>{m.teams_invitations()}</h2>
          <ListTable
            caption={m.teams_invitations()}
            columns={[m.auth_email(), m.teams_expires(), m.users_column_actions()]}
          >
            {team.invitations.map((invitation) => (
              <tr key={invitation.id}>
                <th scope="row" className={classes.address}>
                  {invitation.email}
                </th>
                <td data-label={m.teams_expires()}>
                  {invitation.isExpired ? m.teams_expired() : formatDate(invitation.expiresAt)}
                </td>
                <td>
                  <Actions invitation={invitation} />
                </td>
              </tr>
            ))}
          </ListTable>
        </section>
      )}
      {team.freed.length > 0 && (
        <section className={classes.block}>
          <h2>{m.teams_former()}</h2>
          <ul className={classes.former}>
            {team.freed.map(({ id, name, releasedAt }) => (
              <li key={id}>{m.teams_former_line({ name, date: formatDate(releasedAt) })}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Actions({ invitation: { email, id, isExpired, link } }: { invitation: Invitation }) {
  const api = useApi();
  const keepTeam = useKeepTeam();
  const mailWords = useMailWords();
  const change = async (work: () => Promise<Team>, title: string, description?: string) => {
    try {
      keepTeam(await work());
      toast({ title, ...(description && { description }) });
    } catch (error) {
      toastTeamFailure(error);
    }
  };
  const resend = useHeld(() =>
    change(() => api.teams.resend({ id }), m.teams_resent(), mailWords(m.teams_invited_text())),
  );
  const withdraw = useHeld(() => change(() => api.teams.withdraw({ id }), m.teams_withdrawn()));
  const copy = async () => {
    try {
      await copyText(link);
      toast({ title: m.teams_copied(), description: m.teams_copied_text({ email }) });
    } catch {
      toast({ title: m.teams_copy_failed(), description: link });
    }
  };
  return (
    <span className={classes.row}>
      {!isExpired && (
        <Button variant="secondary" size="sm" onClick={copy} aria-label={m.teams_copy_named({ email })}>
          {m.teams_copy()}
        </Button>
      )}
      <Button
        variant="secondary"
        size="sm"
        busy={resend.busy}
        onClick={resend.run}
        aria-label={m.teams_resend_named({ email })}
      >
        {m.teams_resend()}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        busy={withdraw.busy}
        onClick={withdraw.run}
        aria-label={m.teams_withdraw_named({ email })}
      >
        {m.teams_withdraw()}
      </Button>
    </span>
  );
}
