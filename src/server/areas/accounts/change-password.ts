import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail-outbox';
import type { Caller, Services } from '#server/services';
import { dropChallenges } from './challenge.ts';
import { checkPassword, wrongPassword } from './check-password.ts';
import { demandFreshProof } from './demand-fresh-proof.ts';
import { endKeys } from './end-keys.ts';
import { forgotLink } from './mail-links.ts';
import { noteProof } from './note-proof.ts';
import { hashPassword } from './passwords.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { signedIn } from './signed-in.ts';
import { deleteSessions, replacePasswordHash } from './sql.ts';
import { dropTokens } from './tokens.ts';

interface Input {
  readonly currentPassword: string;
  readonly password: string;
}

/**
 * Changes the own password; every other session, API key, private feed, sign-in half-way through and link for a new
 * password ends, and a mail tells the owner. Fails with WRONG_PASSWORD, and with PROOF_REQUIRED until the second factor was
 * shown where there is one.
 */
export async function changePassword(
  services: Services,
  caller: Caller,
  { currentPassword, password }: Input,
): Promise<{ done: true }> {
  const member = signedIn(caller);
  const from = await checkPassword(services, caller, currentPassword, 'currentPassword');
  await refuseWeakPassword(services, password, member);
  if (member.twoFactorEnabled) {
    // The password is shown already: what may be missing is the second factor alone.
    await services.db.transaction((trx) => noteProof(trx, services, caller, 'password'));
    await demandFreshProof(services, caller);
  }
  const to = await hashPassword(password);
  await services.db.transaction(async (trx) => {
    // Of two changes at the same moment the second would undo the first.
    if (!(await replacePasswordHash(trx, member.userId, { from, to, now: services.clock.now() })))
      throw wrongPassword('currentPassword');
    await deleteSessions(trx, member.userId, member.sessionId);
    await endKeys(trx, member.userId);
    await dropTokens(trx, 'reset-password', { userId: member.userId });
    await dropChallenges(trx, member.userId);
    await recordAudit(trx, caller, {
      action: 'account.change-password',
      entity: 'user',
      entityId: member.userId,
    });
    await enqueueMail(trx, {
      eventKey: `password-changed:${member.userId}:${caller.requestId}`,
      template: 'password-changed',
      recipient: member.email,
      props: { name: member.name, link: forgotLink(services.config) },
    });
  });
  return { done: true };
}
