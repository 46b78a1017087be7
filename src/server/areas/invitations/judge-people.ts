import type { InviteLine } from '#contract/administration/invitations';
import type { InviteOutcome } from '#domain/accounts/invitation';
import type { Services } from '#server/services';
import { selectKnown } from './sql.ts';

type Db = Parameters<typeof selectKnown>[0];

/** What of the lines that can be read is repeated, has an account, or is invited already. */
export async function judgePeople(
  db: Db,
  { clock }: Pick<Services, 'clock'>,
  lines: readonly InviteLine[],
): Promise<InviteLine[]> {
  const readable = lines.filter(({ outcome }) => outcome === 'ok').map(({ email }) => email);
  const known = await selectKnown(db, readable, clock.now());
  const seen = new Set<string>();
  return lines.map((line) => {
    if (line.outcome !== 'ok') return line;
    const kind = known.get(line.email);
    const outcome: InviteOutcome = seen.has(line.email)
      ? 'repeated'
      : kind === 'account'
        ? 'has-account'
        : kind === 'invitation'
          ? 'already-invited'
          : 'ok';
    seen.add(line.email);
    return { ...line, outcome };
  });
}
