import type { Services } from '#server/services';
import { beginAttempt } from './begin-attempt.ts';

interface Input {
  readonly provider: string;
  readonly redirect?: string | undefined;
}

/** Begins to sign in by a service outside. Open to everybody. Fails with PROVIDER_NOT_FOUND and PROVIDER_AWAY. */
export async function beginSignIn(
  services: Services,
  { provider, redirect }: Input,
  resHeaders: Headers,
): Promise<{ url: string }> {
  return beginAttempt(services, { purpose: 'sign-in', provider, redirect, sessionId: null }, resHeaders);
}
