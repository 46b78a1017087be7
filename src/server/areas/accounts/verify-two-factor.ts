import type { User } from '#contract/accounts';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { authOf } from './auth.ts';
import { forwardCookies, libraryHeaders, orFail } from './library.ts';
import { loadUser } from './load-user.ts';
import { noteDevice } from './note-device.ts';
import { refuseIfDisabled } from './refuse-if-disabled.ts';
import type { Exchange } from './sign-in.ts';

interface Input {
  readonly method: 'totp' | 'backup-code';
  readonly code: string;
}
const LOCK_SECONDS = 600;

/**
 * The second step of a sign-in, for whoever holds the cookie of the first one. Each code counts once. Fails with
 * INVALID_CODE, LINK_EXPIRED when the first step is too long ago, ACCOUNT_LOCKED after too many wrong codes,
 * ACCOUNT_DISABLED when an administrator closed the account meanwhile.
 */
export async function verifyTwoFactor(
  services: Services,
  caller: Caller,
  { code, method }: Input,
  { reqHeaders, resHeaders }: Exchange,
): Promise<{ user: User }> {
  const { api } = authOf(services);
  const request = {
    body: { code },
    headers: libraryHeaders(caller, reqHeaders),
    returnHeaders: true,
  } as const;
  const call = method === 'totp' ? api.verifyTOTP(request) : api.verifyBackupCode(request);
  const { headers, response } = await orFail(call, codeFailure);
  const { email, id, name } = response.user;
  await services.db.transaction(async (trx) => {
    await refuseIfDisabled(trx, id);
    await recordAudit(trx, caller, {
      action: 'account.sign-in',
      entity: 'user',
      entityId: id,
      after: { secondFactor: method },
    });
    await noteDevice(trx, services, caller, { id, name, email });
  });
  forwardCookies(headers, resHeaders);
  return { user: await loadUser(services, id) };
}

export function codeFailure(code: string): Failure {
  if (code === 'INVALID_TWO_FACTOR_COOKIE') return new Failure('LINK_EXPIRED');
  if (/TOO_MANY|LOCKED/.test(code))
    return new Failure('ACCOUNT_LOCKED', { data: { retryAfter: LOCK_SECONDS } });
  return new Failure('INVALID_CODE', {
    fields: { code: 'This code is not valid. Wait for the next one and try again.' },
  });
}
