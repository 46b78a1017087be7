import { ALLOWED, type Decision } from '../decision.ts';

/** What somebody can sign in with. A code by mail is no way in of its own: it needs the mailbox to be theirs still. */
export interface SignInMethods {
  readonly hasPassword: boolean;
  /** Linked services that the school offers still. */
  readonly services: number;
  readonly passkeys: number;
}

/** May one way of signing in be taken away, when these are left? Never the last one. */
export function canRemoveSignInMethod({ hasPassword, passkeys, services }: SignInMethods): Decision {
  return hasPassword || services + passkeys > 0 ? ALLOWED : { allowed: false, reason: 'last-sign-in' };
}
