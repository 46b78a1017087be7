import type { z } from 'zod';
import type { signInForm, User } from '#contract/accounts';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { authOf } from './auth.ts';
import { forwardCookies, libraryHeaders, orFail } from './call-library.ts';
import { loadUser } from './load-user.ts';
import { countFailure, forgetFailures, refuseIfLocked } from './lockout.ts';

export interface Exchange {
  readonly reqHeaders: Headers;
  readonly resHeaders: Headers;
}
type SignedIn = { status: 'signed-in'; user: User } | { status: 'two-factor-required' };

/**
 * Signs in by email and password. Open to everybody. Fails with INVALID_CREDENTIALS for an unknown address and a wrong
 * password alike, EMAIL_NOT_VERIFIED only with the right password, ACCOUNT_LOCKED after too many wrong ones.
 */
export async function signIn(
  services: Services,
  caller: Caller,
  input: z.output<typeof signInForm>,
  { reqHeaders, resHeaders }: Exchange,
): Promise<SignedIn> {
  const attempt = { email: input.email, ipAddress: caller.ipAddress };
  await refuseIfLocked(services, attempt);
  const call = authOf(services).api.signInEmail({
    body: { email: input.email, password: input.password },
    headers: libraryHeaders(caller, reqHeaders),
    returnHeaders: true,
  });
  const { headers, response } = await orFail(
    call,
    (code) => new Failure(code === 'EMAIL_NOT_VERIFIED' ? 'EMAIL_NOT_VERIFIED' : 'INVALID_CREDENTIALS'),
  ).catch(async (error: unknown) => {
    if (error instanceof Failure && error.code === 'INVALID_CREDENTIALS')
      await countFailure(services, attempt);
    throw error;
  });
  await forgetFailures(services, attempt);
  forwardCookies(headers, resHeaders);
  if ('twoFactorRedirect' in response) return { status: 'two-factor-required' };
  const { id } = response.user;
  await services.db.transaction((trx) =>
    recordAudit(trx, caller, { action: 'account.sign-in', entity: 'user', entityId: id }),
  );
  return { status: 'signed-in', user: await loadUser(services, id) };
}
