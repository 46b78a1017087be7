import { recordAudit } from '#server/db/audit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { Caller, Services } from '#server/services';
import { endKeys } from '../keys/end-keys.ts';
import { demandFreshProof } from '../proof/demand-fresh-proof.ts';
import { noteProof } from '../proof/note-proof.ts';
import { forgotLink } from '../registration/mail-links.ts';
import { signedIn } from '../sessions/signed-in.ts';
import { dropTokens } from '../sessions/tokens-sql.ts';
import { dropChallenges } from '../sign-in/challenge-sql.ts';
import { deleteSessions, replacePasswordHash } from '../sql.ts';
import { checkPassword, wrongPassword } from './check-password.ts';
import { hashPassword } from './passwords.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';

interface Input {
  readonly currentPassword: string;
  readonly password: string;
}

/**
 * Changes the own password; every other session, API key, private feed, sign-in half-way through and link for a new
 * password ends, and a mail notifies the owner. Fails with WRONG_PASSWORD, and with PROOF_REQUIRED until the second factor was
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
    await dropTokens(trx, 'reset-password', member.userId);
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
