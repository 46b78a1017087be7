import { peekToken } from '#server/areas/accounts/sessions/tokens-sql';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { selectInvited } from './sql.ts';

/** Whom a link is for; the link stays valid. Open to everybody who has it. Fails with LINK_EXPIRED. */
export async function openInvitation(
  { clock, db }: Services,
  { token }: { token: string },
): Promise<{ email: string }> {
  const now = clock.now();
  const known = (await peekToken(db.kysely, 'invitation', token, now)) as { invitationId: string } | null;
  const row = known ? await selectInvited(db.kysely, known.invitationId, now) : undefined;
  if (!row) throw new Failure('LINK_EXPIRED');
  return row;
}
