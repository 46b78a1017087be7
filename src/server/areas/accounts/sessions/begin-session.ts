import type { Transaction } from 'kysely';
import type { SignInAnswer } from '#contract/accounts/accounts';
import { recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { rowToUser } from '../load-user.ts';
import { challengeCookie, openChallenge } from '../sign-in/challenge-sql.ts';
import type { UserRow } from '../sql.ts';
import { deviceCookie } from './device-cookie.ts';
import { noteDevice } from './note-device.ts';
import { insertSession, newSessionCookie, sessionSeconds } from './sessions.ts';

export interface FirstStep {
  readonly user: UserRow;
  /** How the person came in, for the audit log; left out for a password. */
  readonly by?: Readonly<Record<string, unknown>>;
  /** What was shown counts as both factors. */
  readonly isComplete?: boolean;
  /** Fails when what was shown does not count any more; whatever it holds is held until the session exists. */
  readonly confirm: (trx: Transaction<DB>) => Promise<unknown>;
}

/** After the first step of a sign-in: a new session with its cookie, or the question for the second factor. */
export async function beginSession(
  services: Services,
  caller: Caller,
  { by, confirm, isComplete = false, user }: FirstStep,
  { resHeaders }: { readonly resHeaders: Headers },
): Promise<SignInAnswer> {
  if (user.two_factor_enabled && !isComplete) {
    const challenge = await services.db.transaction(async (trx) => {
      await confirm(trx);
      return openChallenge(trx, user.id);
    });
    resHeaders.append('set-cookie', challengeCookie(services, challenge));
    return { status: 'two-factor-required' };
  }
  const seconds = await sessionSeconds(services);
  const token = await services.db.transaction(async (trx) => {
    await confirm(trx);
    await recordAudit(trx, caller, {
      action: 'account.sign-in',
      entity: 'user',
      entityId: user.id,
      ...(by && { after: by }),
    });
    await noteDevice(trx, services, caller, user);
    return insertSession(trx, caller, user.id, { now: services.clock.now(), seconds, hasFactor: isComplete });
  });
  const { answer, cookies } = handOver(services, user, { token, seconds });
  for (const cookie of cookies) resHeaders.append('set-cookie', cookie);
  return answer;
}

/** What the owner of a session gets once it has begun. */
export function handOver(
  services: Services,
  user: UserRow,
  { seconds, token }: { readonly token: string; readonly seconds: number },
): { readonly cookies: readonly string[]; readonly answer: SignInAnswer } {
  const cookies = [newSessionCookie(services, token, seconds), deviceCookie(services, user.email)];
  return { cookies, answer: { status: 'signed-in', user: rowToUser(user) } };
}
