import type { User } from '#contract/accounts/accounts';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { demandFreshProof } from '../proof/demand-fresh-proof.ts';
import { undoAddressLink } from '../registration/mail-links.ts';
import { demandSession } from '../sessions/demand-session.ts';
import { signedIn, toUser } from '../sessions/signed-in.ts';
import { consumeToken, dropTokens, issueToken } from '../sessions/tokens-sql.ts';
import { dropEmailCodes } from '../sign-in/email-code-sql.ts';
import { holdUser } from '../sql.ts';
import { type ChangeToken, markConfirmed, selectOpenChange } from './address-sql.ts';
import { moveAddress } from './move-address.ts';

/**
 * Takes the new address, with the token of the mail to it, in a session of the same person; the old address is notified and
 * can undo it for seven days. Fails with LINK_EXPIRED (also for the link of somebody else, which then still works),
 * ADDRESS_TAKEN when somebody else was faster, PROOF_REQUIRED, and SIGN_IN_REQUIRED.
 */
export async function confirmAddress(
  services: Services,
  caller: Caller,
  { token }: { token: string },
): Promise<User> {
  const member = signedIn(caller);
  const { name, userId } = member;
  await demandFreshProof(services, caller);
  const now = services.clock.now();
  const email = await services.db.transaction(async (trx) => {
    await holdUser(trx, userId);
    await demandSession(trx, caller);
    const asked = (await consumeToken(trx, 'confirm-address', token, now)) as ChangeToken | null;
    const change = asked?.userId === userId ? await selectOpenChange(trx, asked, now) : undefined;
    if (!change || change.confirmed_at) throw new Failure('LINK_EXPIRED');
    await moveAddress(trx, services, caller, { userId, email: change.new_email });
    await markConfirmed(trx, change.id, now);
    // A link or a code that lies in the old mailbox is no way in any more.
    await dropTokens(trx, 'reset-password', userId);
    await dropEmailCodes(trx, userId, now);
    const undo = await issueToken(trx, 'undo-address', { userId, changeId: change.id }, now);
    await enqueueMail(trx, {
      eventKey: `address-changed:${change.id}`,
      template: 'address-changed',
      recipient: change.old_email,
      props: { name, address: change.new_email, link: undoAddressLink(services.config, undo) },
    });
    await recordAudit(trx, caller, {
      action: 'account.change-address',
      entity: 'user',
      entityId: userId,
      after: { change: change.id },
    });
    return change.new_email;
  });
  return toUser({ ...member, email });
}
