import { peekToken } from '#server/areas/accounts/sessions/tokens-sql';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';

/** Whom a link is for, told to whoever has it; the link stays good. Open to everybody. Fails with LINK_EXPIRED. */
export async function openInvitation(
  { clock, db }: Services,
  { token }: { token: string },
): Promise<{ email: string }> {
  const now = clock.now();
  const known = (await peekToken(db.kysely, 'invitation', token, now)) as { invitationId: string } | null;
  const row = known
    ? await db.kysely
        .selectFrom('invitations')
        .select('email')
        .where('id', '=', known.invitationId)
        .where('accepted_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new Failure('LINK_EXPIRED');
  return row;
}
