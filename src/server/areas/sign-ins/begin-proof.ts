import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import type { Caller, Services } from '#server/services';
import { beginAttempt } from './begin-attempt.ts';

interface Input {
  readonly provider: string;
  readonly redirect?: string | undefined;
}

/** Begins to prove by a linked service to be the owner of this session. */
export async function beginProof(
  services: Services,
  caller: Caller,
  { provider, redirect }: Input,
  resHeaders: Headers,
): Promise<{ url: string }> {
  const { sessionId } = signedIn(caller);
  return beginAttempt(services, { purpose: 'prove', provider, redirect, sessionId }, resHeaders);
}
