import type { User } from '#contract/accounts/accounts';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { authOf } from '../auth.ts';
import { forwardCookies, libraryHeaders, orFail } from '../library.ts';
import { loadUser } from '../load-user.ts';
import { noteFactorOfSession } from '../proof/note-proof.ts';
import { cookiePrefix, readCookie } from '../sessions/cookies.ts';
import { deviceCookie } from '../sessions/device-cookie.ts';
import { noteDevice } from '../sessions/note-device.ts';
import { counted } from '../sign-in/counted.ts';
import { halfSignedIn } from '../sign-in/half-signed-in.ts';
import { refuseIfDisabled } from '../sign-in/refuse-if-disabled.ts';
import type { Exchange } from '../sign-in/sign-in.ts';
import { endOldestSessions } from '../sql.ts';
import { claimTry, forgetTries } from './two-factor-sql.ts';

interface Input {
  readonly method: 'totp' | 'backup-code';
  readonly code: string;
}
/**
 * The second step of a sign-in, for the browser that holds the cookie of the first one. Each code counts once. Fails with
 * INVALID_CODE, LINK_EXPIRED when the first step is too long ago or five codes were tried after it, ACCOUNT_LOCKED after
 * ten wrong codes in a row, ACCOUNT_DISABLED when an administrator closed the account meanwhile.
 */
export async function verifyTwoFactor(
  services: Services,
  caller: Caller,
  { code, method }: Input,
  { reqHeaders, resHeaders }: Exchange,
): Promise<{ user: User }> {
  const half = await halfSignedIn(services, reqHeaders);
  if (!half) throw new Failure('LINK_EXPIRED');
  await claimTry(services, half.userId);
  const { api } = authOf(services);
  const request = {
    body: { code },
    headers: secondStepHeaders(services, caller, reqHeaders),
    returnHeaders: true,
  } as const;
  const call = method === 'totp' ? api.verifyTOTP(request) : api.verifyBackupCode(request);
  const { headers, response } = await counted(services, half.userId, orFail(call, codeFailure));
  const { email, id, name } = response.user;
  await services.db.transaction(async (trx) => {
    await refuseIfDisabled(trx, id);
    await forgetTries(trx, id);
    if (response.token) await noteFactorOfSession(trx, response.token);
    await recordAudit(trx, caller, {
      action: 'account.sign-in',
      entity: 'user',
      entityId: id,
      after: { secondFactor: method },
    });
    await noteDevice(trx, services, caller, { id, name, email });
    await endOldestSessions(trx, id);
  });
  forwardCookies(headers, resHeaders);
  resHeaders.append('set-cookie', deviceCookie(services, email));
  return { user: await loadUser(services, id) };
}

/**
 * The request with the cookie of the first step alone: with a session beside it, the library would check the code of
 * the person who is signed in instead, without a limit.
 */
function secondStepHeaders({ config }: Services, caller: Caller, reqHeaders: Headers): Headers {
  const name = `${cookiePrefix(config)}.two_factor`;
  const cookie = `${name}=${readCookie(reqHeaders.get('cookie') ?? '', name) ?? ''}`;
  return libraryHeaders(caller, new Headers({ cookie }));
}

export function codeFailure(code: string): Failure {
  if (code === 'INVALID_TWO_FACTOR_COOKIE' || code.startsWith('TOO_MANY_ATTEMPTS'))
    return new Failure('LINK_EXPIRED');
  return new Failure('INVALID_CODE', {
    fields: { code: m.faults_this_code_isnt_valid_wait_for_the() },
  });
}
