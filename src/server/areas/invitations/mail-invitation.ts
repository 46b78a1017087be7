import type { Transaction } from 'kysely';
import { invitationLink } from '#server/areas/accounts/registration/mail-links';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { dropTokens, issueToken } from '#server/areas/accounts/sessions/tokens-sql';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';

/** Writes the mail with a new link; the links of mails before end. */
export async function mailInvitation(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  caller: Caller,
  trx: Transaction<DB>,
  { email, id }: { id: string; email: string },
): Promise<void> {
  await dropTokens(trx, 'invitation', id);
  const token = await issueToken(trx, 'invitation', { invitationId: id }, clock.now());
  await enqueueMail(trx, {
    eventKey: `invitation:${id}:${token.slice(0, 16)}`,
    template: 'invitation',
    recipient: email,
    props: { inviter: signedIn(caller).name, link: invitationLink(config, token) },
  });
}
