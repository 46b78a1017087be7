import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PasskeyCreation, PasskeyQuestion } from '#contract/accounts/passkeys';
import { ApiError } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { toast } from '#web/lib/toast.ts';

/** Asks the browser for a new passkey. */
export async function makePasskey(question: PasskeyCreation) {
  const { id, rawId, response } = await startRegistration({ optionsJSON: question });
  const { attestationObject, clientDataJSON, transports = [] } = response;
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { attestationObject, clientDataJSON, transports },
  };
}

/** Asks the browser for the answer of a passkey: in its own window, or among what it offers where one types the address. */
export async function answerByPasskey(question: PasskeyQuestion, useBrowserAutofill = false) {
  const { id, rawId, response } = await startAuthentication({ optionsJSON: question, useBrowserAutofill });
  const { authenticatorData, clientDataJSON, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { authenticatorData, clientDataJSON, signature, userHandle },
  };
}

/** Says why no passkey was made or used: the server's words, or that the person or the browser stopped. */
export function toastPasskeyFailure(error: unknown): void {
  if (error instanceof ApiError) {
    // Who was asked to prove who they are and did not changed their mind.
    if (error.code !== 'PROOF_REQUIRED') toastFailure(error);
    return;
  }
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  toast({
    title: m.passkeys_stopped(),
    description: isKnown ? m.passkeys_known() : m.passkeys_stopped_text(),
    variant: 'destructive',
  });
}
