import { canAdminister } from '#domain/access/can-administer';
import { resendVerification } from '#server/areas/accounts/registration/resend-verification';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectConfirmation } from './user-sql.ts';

/** Sends the mail that asks to confirm an address again. Fails with ALREADY_CONFIRMED. */
export async function resendConfirmation(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ done: true }> {
  authorise(canAdminister(caller.viewer));
  const user = await selectConfirmation(services.db.kysely, id);
  if (!user) throw new Failure('USER_NOT_FOUND');
  if (user.email_verified) throw new Failure('ALREADY_CONFIRMED');
  return resendVerification(services, caller, { email: user.email });
}
