import { type FormEvent, useState } from 'react';
import type { SEAT_INVITE_OUTCOMES, Team } from '#contract/teams';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import { useKeepTeam } from './queries.ts';
import classes from './team.module.css';
import { toastTeamFailure } from './toast-team-failure.ts';

type Outcome = (typeof SEAT_INVITE_OUTCOMES)[number];
interface Line {
  readonly email: string;
  readonly outcome: Outcome;
}

const REASONS: Record<Exclude<Outcome, 'ok'>, () => string> = {
  'bad-address': m.teams_line_bad_address,
  repeated: m.teams_line_repeated,
  member: m.teams_line_member,
  'already-invited': m.teams_line_invited,
  full: m.teams_line_full,
};

/** Addresses however they were pasted: lines, commas, semicolons, "Ada Lovelace <ada@example.org>". */
export function addressesIn(text: string): string[] {
  return text
    .split(/[\s,;]+/u)
    .map((word) => word.replace(/^<(.*)>$/u, '$1'))
    .filter((word, _at, all) => word !== '' && (word.includes('@') || !all.some((one) => one.includes('@'))));
}

/** Invites people to the free seats; what can't be sent stays in the field. */
export function InviteForm({ team }: { team: Team }) {
  const api = useApi();
  const keepTeam = useKeepTeam();
  const mailWords = useMailWords();
  const [text, setText] = useState('');
  const [left, setLeft] = useState<readonly Line[]>([]);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const free = Math.max(0, team.seats.paid - team.seats.held - team.seats.invited);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const emails = addressesIn(text);
    setFault(emails.length === 0 ? m.teams_invite_missing() : undefined);
    if (emails.length === 0) return;
    setBusy(true);
    try {
      const { lines, team: changed } = await api.teams.invite({ emails: emails.slice(0, 500) });
      keepTeam(changed);
      const unsent = lines.filter(({ outcome }) => outcome !== 'ok');
      const sent = lines.length - unsent.length;
      setLeft(unsent);
      setText([...unsent.map(({ email }) => email), ...emails.slice(500)].join('\n'));
      if (sent > 0)
        toast({
          title: m.teams_invited_done({ count: sent }),
          description: mailWords(m.teams_invited_text()),
        });
    } catch (error) {
      toastTeamFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={classes.block}>
      <h2>{m.teams_invite()}</h2>
      <p className={classes.soft}>{m.teams_privacy()}</p>
      <Form onSubmit={submit}>
        <TextAreaField
          label={m.teams_invite_addresses()}
          help={m.teams_invite_help({ count: free })}
          rows={4}
          maxLength={60_000}
          spellCheck={false}
          autoComplete="off"
          value={text}
          readOnly={busy}
          onChange={(event) => setText(event.target.value)}
          error={fault}
        />
        {left.length > 0 && (
          <div role="alert" className={classes.left}>
            <p>{m.teams_invite_left({ count: left.length })}</p>
            <ul>
              {left.map(({ email, outcome }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an address may stand in the list twice.
                <li key={at}>
                  <strong>{email}</strong> {outcome !== 'ok' && REASONS[outcome]()}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div>
          <Button type="submit" busy={busy}>
            {m.teams_invite_send()}
          </Button>
        </div>
      </Form>
    </section>
  );
}
