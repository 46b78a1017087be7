import type { User } from '#contract/accounts/accounts';
import type { Exchange } from '#server/areas/accounts/sign-in/sign-in';
import { Failure } from '#server/failure';
import {
  type Identity,
  ProviderAway,
  ProviderRefusal,
  type SignInProvider,
} from '#server/platform/sign-in-provider';
import type { Caller, Services } from '#server/services';
import { type Attempt, takeAttempt } from './attempts.ts';
import { boundBrowser, unbindBrowser } from './browser.ts';
import { finishLink } from './finish-link.ts';
import { finishProof } from './finish-proof.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { providerOf, returnAddress } from './provider-of.ts';

interface Input {
  readonly provider: string;
  /** What the service put into the address of the return. */
  readonly query: string;
}
type Finished =
  | { status: 'signed-in'; user: User; redirect: string }
  | { status: 'two-factor-required' | 'linked' | 'proved'; redirect: string };

/**
 * Finishes what was started in this browser: signs in, links or proves. Open to everybody who holds the cookie of the start.
 * An attempt counts once. Fails with SIGN_IN_EXPIRED, PROVIDER_AWAY, PROVIDER_REFUSED and with what the purpose refuses.
 */
export async function finishAttempt(
  services: Services,
  caller: Caller,
  { provider, query }: Input,
  { reqHeaders, resHeaders }: Exchange,
): Promise<Finished> {
  const service = providerOf(services, provider);
  const answer = new URLSearchParams(query);
  const sessionId = caller.viewer.kind === 'member' ? caller.viewer.sessionId : null;
  const browser = boundBrowser(services, reqHeaders);
  const attempt = await takeAttempt(services, { state: answer.get('state'), provider, browser, sessionId });
  resHeaders.append('set-cookie', unbindBrowser(services));
  const identity = await identify(services, service, attempt, answer);
  const { redirect } = attempt;
  if (attempt.purpose === 'link') {
    await finishLink(services, caller, service, identity);
    return { status: 'linked', redirect };
  }
  if (attempt.purpose === 'prove') {
    await finishProof(services, caller, service, identity);
    return { status: 'proved', redirect };
  }
  return { ...(await finishSignIn(services, caller, { service, identity }, resHeaders)), redirect };
}

async function identify(
  services: Services,
  service: SignInProvider,
  { begunAt, nonce, provider, purpose, verifier }: Attempt,
  query: URLSearchParams,
): Promise<Identity> {
  const askedSince = purpose === 'prove' ? new Date(begunAt) : null;
  const redirectUri = returnAddress(services, provider);
  const state = query.get('state') ?? '';
  try {
    return await service.finish({ redirectUri, query, state, nonce, verifier, askedSince });
  } catch (error) {
    if (!(error instanceof ProviderAway || error instanceof ProviderRefusal)) throw error;
    services.log.warn({ provider, message: error.message }, 'a sign-in service denied a login');
    throw new Failure(error instanceof ProviderAway ? 'PROVIDER_AWAY' : 'PROVIDER_REFUSED');
  }
}
