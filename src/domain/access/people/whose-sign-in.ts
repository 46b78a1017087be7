/** The account that has the address which a service outside gives. */
export interface AddressOwner {
  readonly emailVerified: boolean;
  readonly isAdmin: boolean;
  readonly twoFactorEnabled: boolean;
}
export type FirstSignIn =
  | 'create-account'
  | 'claim-account'
  | 'link-account'
  | 'address-unverified'
  | 'link-first';

/**
 * What the first sign-in by a service outside does, by the address that the service has verified itself (null: none).
 * An account whose address nobody confirmed may have been registered by somebody else: it is claimed, and whoever
 * registered it keeps nothing. Where an address alone must not open an account, its owner links it while signed in.
 */
export function whoseSignIn(verifiedEmail: string | null, owner: AddressOwner | null): FirstSignIn {
  if (verifiedEmail === null) return 'address-unverified';
  if (owner === null) return 'create-account';
  if (!owner.emailVerified) return 'claim-account';
  return owner.isAdmin || owner.twoFactorEnabled ? 'link-first' : 'link-account';
}
