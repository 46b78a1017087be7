import { Failure } from '#server/failure';
import type { Services } from '#server/services';
import { asFailure } from '../payments-of.ts';
import type { Own } from './own.ts';

/** The provider's page for cards, addresses and tax numbers; it leads back to a path of ours. Fails with NO_SUBSCRIPTION. */
export async function portalOf(
  { config }: Pick<Services, 'config'>,
  own: Own | undefined,
  { back, locale }: { back: string; locale: string },
): Promise<{ url: string }> {
  if (!own) throw new Failure('NO_SUBSCRIPTION');
  const returnUrl = `${config.publicUrl}${back}`;
  try {
    const { url } = await own.payments.openPortal({ customer: own.customer.customer, returnUrl, locale });
    return { url };
  } catch (error) {
    throw asFailure(error);
  }
}
