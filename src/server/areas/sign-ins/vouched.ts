import type { Identity, SignInProvider } from '#server/platform/sign-in-provider';

/** Who came back from a service, and which service says so. */
export interface Vouched {
  readonly service: SignInProvider;
  readonly identity: Identity;
}
