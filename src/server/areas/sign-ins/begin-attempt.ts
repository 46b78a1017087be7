import { ownPath } from '#domain/accounts/own-path';
import { Failure } from '#server/failure';
import { ProviderAway } from '#server/platform/sign-in-provider';
import type { Services } from '#server/services';
import { type Attempt, openAttempt, randomText } from './attempts.ts';
import { bindBrowser } from './browser.ts';
import { providerOf, returnAddress } from './provider-of.ts';

type Wanted = Pick<Attempt, 'provider' | 'purpose' | 'sessionId'> & {
  readonly redirect?: string | undefined;
};

/** Binds a sign-in by a service outside to this browser; answers the address to go to. Fails with PROVIDER_AWAY. */
export async function beginAttempt(
  services: Services,
  { provider, purpose, redirect, sessionId }: Wanted,
  resHeaders: Headers,
): Promise<{ url: string }> {
  const service = providerOf(services, provider);
  const { browser, cookie } = bindBrowser(services);
  const nonce = randomText();
  const verifier = randomText();
  const begin = (state: string) =>
    service.begin({
      redirectUri: returnAddress(services, provider),
      state,
      nonce,
      verifier,
      again: purpose === 'prove',
    });
  try {
    // Asked before anything is written: a service that is away must not fill the table.
    await begin('');
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    services.log.warn({ provider, message: error.message }, 'a sign-in service is not responding');
    throw new Failure('PROVIDER_AWAY');
  }
  const begunAt = services.clock.now().toISOString();
  const attempt = {
    purpose,
    provider,
    browser,
    nonce,
    verifier,
    redirect: ownPath(redirect),
    sessionId,
    begunAt,
  };
  const url = await begin(await openAttempt(services, attempt));
  resHeaders.append('set-cookie', cookie);
  return { url: url.href };
}
