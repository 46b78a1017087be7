import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { findOwn, lookNow, type Own } from '../member/own.ts';

/**
 * As whom the provider knows the caller, asked again where it answers: a declaration counts whether it does or not. Fails
 * with NO_SUBSCRIPTION.
 */
export async function lookIfAnswered(services: Services, caller: Caller): Promise<Own> {
  const own = await findOwn(services, caller);
  if (!own) throw new Failure('NO_SUBSCRIPTION');
  await lookNow(services, own.customer).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
  return own;
}
