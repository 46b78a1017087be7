import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Failure } from '#server/failure';
import type { Services } from '#server/services';

/** How long one may be at the service, in seconds. */
export const ATTEMPT_SECONDS = 600;

const attempt = z.object({
  purpose: z.enum(['sign-in', 'link', 'prove']),
  provider: z.string(),
  /** Fingerprint of the cookie of the browser that began. */
  browser: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** A path of this site. */
  redirect: z.string(),
  /** Whose session it was; null when somebody signs in. */
  sessionId: z.string().nullable(),
  begunAt: z.iso.datetime(),
});
export type Attempt = z.infer<typeof attempt>;

const identifier = (state: string) => `external:${createHash('sha256').update(state).digest('hex')}`;
export const randomText = () => randomBytes(32).toString('base64url');

/** Remembers a sign-in that was started; answers the state that names it, of which only a fingerprint is kept. */
export async function openAttempt({ clock, db }: Services, opened: Attempt): Promise<string> {
  const state = randomText();
  await db.kysely
    .insertInto('verifications')
    .values({
      identifier: identifier(state),
      value: JSON.stringify(opened),
      expires_at: new Date(clock.now().getTime() + ATTEMPT_SECONDS * 1000),
    })
    .execute();
  return state;
}

interface Claim {
  readonly state: string | null;
  readonly provider: string;
  readonly browser: string | null;
  readonly sessionId: string | null;
}

/**
 * The attempt of this state, once: it can't be taken again. Fails with SIGN_IN_EXPIRED unless it was started in this
 * browser, with this service and, where somebody was signed in, in this session.
 */
export async function takeAttempt({ clock, db }: Services, claim: Claim): Promise<Attempt> {
  const row =
    claim.state === null
      ? undefined
      : await db.kysely
          .deleteFrom('verifications')
          .where('identifier', '=', identifier(claim.state))
          .where('expires_at', '>', clock.now())
          .returning('value')
          .executeTakeFirst();
  if (!row) throw new Failure('SIGN_IN_EXPIRED');
  const opened = attempt.parse(JSON.parse(row.value));
  const isSameSession = opened.purpose === 'sign-in' || opened.sessionId === claim.sessionId;
  if (opened.provider !== claim.provider || opened.browser !== claim.browser || !isSameSession)
    throw new Failure('SIGN_IN_EXPIRED');
  return opened;
}
