import type { Transaction } from 'kysely';
import type { User } from '#contract/accounts/accounts';
import { rowToUser } from '#server/areas/accounts/load-user';
import { deviceCookie } from '#server/areas/accounts/sessions/device-cookie';
import { noteDevice } from '#server/areas/accounts/sessions/note-device';
import { insertSession, newSessionCookie, sessionSeconds } from '#server/areas/accounts/sessions/sessions';
import { challengeCookie, openChallenge } from '#server/areas/accounts/sign-in/challenge-sql';
import { refuseIfDisabled } from '#server/areas/accounts/sign-in/refuse-if-disabled';
import { selectUser } from '#server/areas/accounts/sql';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { firstSignIn } from './first-sign-in.ts';
import { holdLink } from './sql.ts';
import type { Vouched } from './vouched.ts';

type SignedIn = { status: 'signed-in'; user: User } | { status: 'two-factor-required' };

/**
 * Signs in whom a service vouches for, always with a new session; the second factor of the account is still asked for.
 * Fails with ACCOUNT_DISABLED, and with what a first sign-in refuses.
 */
export async function finishSignIn(
  services: Services,
  caller: Caller,
  vouched: Vouched,
  resHeaders: Headers,
): Promise<SignedIn> {
  const seconds = await sessionSeconds(services);
  const { school } = await services.settings.current();
  const now = services.clock.now();
  const { challenge, token, user } = await services.db.transaction(async (trx) => {
    const found = await findUser(trx, services, caller, { ...vouched, school: school.name });
    if (found.two_factor_enabled)
      return { user: found, token: null, challenge: await openChallenge(trx, found.id) };
    await recordAudit(trx, caller, {
      action: 'account.sign-in',
      entity: 'user',
      entityId: found.id,
      after: { service: vouched.service.name },
    });
    await noteDevice(trx, services, caller, found);
    return {
      user: found,
      token: await insertSession(trx, caller, found.id, { now, seconds }),
      challenge: null,
    };
  });
  if (challenge !== null) {
    resHeaders.append('set-cookie', challengeCookie(services, challenge));
    return { status: 'two-factor-required' };
  }
  resHeaders.append('set-cookie', newSessionCookie(services, token, seconds));
  resHeaders.append('set-cookie', deviceCookie(services, user.email));
  return { status: 'signed-in', user: rowToUser(user) };
}

async function findUser(
  trx: Transaction<DB>,
  services: Services,
  caller: Caller,
  vouched: Vouched & { readonly school: string },
) {
  const { identity, service } = vouched;
  const subject = { issuer: service.issuer, subject: identity.subject };
  const linked = await holdLink(trx, subject, services.clock.now());
  const id = linked?.user_id ?? (await firstSignIn(trx, services, caller, vouched));
  await refuseIfDisabled(trx, id);
  const user = await selectUser(trx, id);
  if (!user) throw new Failure('SIGN_IN_EXPIRED');
  return user;
}
