import type { Tier } from '../tiers.ts';
import type { Scope } from './people/scopes.ts';

/** The answer of an access rule. A refusal says why, so that the screen can say what to do. */
export type Decision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: 'sign-in-required' }
  | { readonly allowed: false; readonly reason: 'not-open' }
  | { readonly allowed: false; readonly reason: 'tier-required'; readonly tier: Tier }
  | { readonly allowed: false; readonly reason: 'payment-required' }
  | { readonly allowed: false; readonly reason: 'proof-required' }
  | { readonly allowed: false; readonly reason: 'session-required' }
  | { readonly allowed: false; readonly reason: 'scope-required'; readonly scope: Scope }
  | { readonly allowed: false; readonly reason: 'administrator-required' }
  | { readonly allowed: false; readonly reason: 'two-factor-required' }
  | { readonly allowed: false; readonly reason: 'address-not-allowed' }
  | { readonly allowed: false; readonly reason: 'author-required' }
  | { readonly allowed: false; readonly reason: 'comment-hidden' }
  | { readonly allowed: false; readonly reason: 'review-hidden' }
  | { readonly allowed: false; readonly reason: 'section-required' }
  | { readonly allowed: false; readonly reason: 'no-certificate' }
  | { readonly allowed: false; readonly reason: 'own-comment' }
  | { readonly allowed: false; readonly reason: 'own-account' }
  | { readonly allowed: false; readonly reason: 'support-refused' }
  | { readonly allowed: false; readonly reason: 'support-read-only' }
  | { readonly allowed: false; readonly reason: 'support-closed' }
  | { readonly allowed: false; readonly reason: 'last-administrator' }
  | { readonly allowed: false; readonly reason: 'last-sign-in' };

export const ALLOWED: Decision = { allowed: true };
