import type { Transaction } from 'kysely';
import { graceStart } from '#domain/accounts/grace-period';
import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { endKeys } from '../keys/end-keys.ts';
import { resetLink, securityLink } from '../registration/mail-links.ts';
import { consumeToken, dropTokens, issueToken } from '../sessions/tokens-sql.ts';
import { dropChallenges } from '../sign-in/challenge-sql.ts';
import { dropEmailCodes } from '../sign-in/email-code-sql.ts';
import { deleteSessions, dropSignInMethods, holdUser, selectUser } from '../sql.ts';
import { dropFactorSince } from '../two-factor/two-factor-sql.ts';
import { type ChangeToken, endChangesSince, selectOpenChange } from './address-sql.ts';
import { moveAddress } from './move-address.ts';

/** A second factor or a wish to be deleted that is younger than this at the change counts for less than the old address. */
const TRUSTED_DAYS = 7;

/**
 * "This was not me": stops a change of address, or undoes it for seven days, with the token of a mail to the old
 * address. Open to everybody who has it. The person who made the change knew the password and had a session: all sessions end, the
 * password, linked services and passkeys end, and so does a second factor that was added since the change was asked for
 * or in the week before (decision 78), as does a deletion of the account that was asked for then; a mail to the old address leads to a new password. Fails with LINK_EXPIRED, and ADDRESS_TAKEN when the old address has
 * got another account meanwhile.
 */
export async function undoAddress(
  services: Services,
  caller: Caller,
  { token }: { token: string },
): Promise<{ done: true }> {
  const { clock, config, db } = services;
  const now = clock.now();
  await db.transaction(async (trx) => {
    const consumed = (await consumeToken(trx, 'undo-address', token, now)) as ChangeToken | null;
    if (!consumed) throw new Failure('LINK_EXPIRED');
    const { userId } = consumed;
    const held = await holdUser(trx, userId);
    const change = await selectOpenChange(trx, consumed, now);
    const user = change && (await selectUser(trx, userId));
    if (!user) throw new Failure('LINK_EXPIRED');
    if (user.email !== change.old_email)
      await moveAddress(trx, services, caller, { userId, email: change.old_email });
    await endChangesSince(trx, { userId, changeId: change.id }, now);
    const endedSessions = await deleteSessions(trx, userId);
    await endKeys(trx, userId);
    await dropSignInMethods(trx, userId);
    const trusted = new Date(change.created_at.getTime() - TRUSTED_DAYS * 24 * 3_600_000);
    const endedFactor = await dropFactorSince(trx, userId, { now, since: trusted });
    const isKept = await keepSince(trx, caller, { userId, eraseAt: held?.erase_at, since: trusted, now });
    await dropChallenges(trx, userId);
    await dropTokens(trx, 'reset-password', userId);
    await dropEmailCodes(trx, userId, now);
    const reset = await issueToken(trx, 'reset-password', { userId }, now);
    await enqueueMail(trx, {
      eventKey: `address-restored:${change.id}`,
      template: 'address-restored',
      recipient: change.old_email,
      props: { name: user.name, link: resetLink(config, reset), ...(isKept && { isKept }) },
    });
    // The new address may be the owner's after all, and the old mailbox a thief's.
    if (endedFactor && change.confirmed_at)
      await enqueueMail(trx, {
        eventKey: `two-factor-disabled:${userId}:${change.id}`,
        template: 'two-factor-disabled',
        recipient: change.new_email,
        props: { name: user.name, link: securityLink(config) },
      });
    await recordAudit(trx, caller, {
      action: change.confirmed_at ? 'account.undo-address' : 'account.stop-address',
      entity: 'user',
      entityId: userId,
      after: { change: change.id, endedSessions, endedFactor },
    });
  });
  return { done: true };
}

/** Takes back a deletion of the account that was asked for since then; answers whether there was one. */
async function keepSince(
  trx: Transaction<DB>,
  caller: Caller,
  {
    eraseAt,
    now,
    since,
    userId,
  }: { userId: string; eraseAt: Date | null | undefined; since: Date; now: Date },
): Promise<boolean> {
  // What an administrator decided is due at once, and stays decided.
  if (!eraseAt || eraseAt <= now || graceStart(eraseAt) < since) return false;
  await trx.updateTable('users').set({ erase_at: null }).where('id', '=', userId).execute();
  await recordAudit(trx, caller, {
    action: 'account.keep',
    entity: 'user',
    entityId: userId,
    before: { eraseAt: eraseAt.toISOString() },
  });
  return true;
}
