import type { ErrorCode } from '#contract/errors';
import type { Decision } from '#domain/access/decision';
import { Failure } from './failure.ts';

type Refusal = Extract<Decision, { allowed: false }>;

const CODE_OF: Readonly<Record<Refusal['reason'], ErrorCode>> = {
  'sign-in-required': 'SIGN_IN_REQUIRED',
  // What is not open does not exist; a verb whose object is no course says what does not.
  'not-open': 'COURSE_NOT_FOUND',
  'tier-required': 'TIER_REQUIRED',
  'proof-required': 'PROOF_REQUIRED',
  'session-required': 'SESSION_REQUIRED',
  'scope-required': 'SCOPE_REQUIRED',
  'payment-required': 'PAYMENT_REQUIRED',
  'administrator-required': 'ADMINISTRATOR_REQUIRED',
  'two-factor-required': 'TWO_FACTOR_REQUIRED',
  'address-not-allowed': 'ADDRESS_NOT_ALLOWED',
  'author-required': 'AUTHOR_REQUIRED',
  'comment-hidden': 'COMMENT_HIDDEN',
  'review-hidden': 'REVIEW_HIDDEN',
  'section-required': 'SECTION_REQUIRED',
  'no-certificate': 'CERTIFICATE_NOT_EARNED',
  'own-comment': 'OWN_COMMENT',
  'own-account': 'OWN_ACCOUNT',
  'support-refused': 'SUPPORT_REFUSED',
  'support-read-only': 'SUPPORT_READ_ONLY',
  'support-closed': 'SUPPORT_CLOSED',
  'last-administrator': 'LAST_ADMINISTRATOR',
  'last-sign-in': 'LAST_SIGN_IN',
};

/**
 * The first line of a verb: throws the refusal of an access rule as the failure that the caller gets. `missing` is what
 * is said of content that is not open.
 */
export function authorise(decision: Decision, missing: ErrorCode = CODE_OF['not-open']): void {
  if (decision.allowed) return;
  if (decision.reason === 'not-open') throw new Failure(missing);
  const data = decision.reason === 'scope-required' ? { data: { scope: decision.scope } } : {};
  throw new Failure(CODE_OF[decision.reason], data);
}
