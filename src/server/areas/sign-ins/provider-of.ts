import { Failure } from '#server/failure';
import type { SignInProvider } from '#server/platform/sign-in-provider';
import type { Services } from '#server/services';

/** The service of this name; fails with PROVIDER_NOT_FOUND when the school has not set it up. */
export function providerOf({ signIns }: Services, name: string): SignInProvider {
  const provider = signIns.get(name);
  if (!provider) throw new Failure('PROVIDER_NOT_FOUND');
  return provider;
}

/** Where the service sends the browser back to: an address of its own for each, so that one cannot answer for another. */
export function returnAddress({ config }: Services, name: string): string {
  return `${config.publicUrl}/sign-in/${name}`;
}
