/** What a sign-in by a service outside needs to be bound to the browser that began it. */
export interface Begin {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** The secret of PKCE; only its fingerprint leaves with the browser. */
  readonly verifier: string;
  /** Whether the service shall ask the person again, however lately it did. */
  readonly again: boolean;
}

/** What came back in the address of the return, with what was remembered at the begin. */
export interface Return {
  readonly redirectUri: string;
  readonly query: URLSearchParams;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Set when the person had to be asked again: since when. */
  readonly askedSince: Date | null;
}

/** Whom the service says it is. */
export interface Identity {
  /** Names one person for ever within the issuer. */
  readonly subject: string;
  /** Null when the service gives none, or has not verified it itself. */
  readonly verifiedEmail: string | null;
  /** Null when the service gives none. */
  readonly name: string | null;
  /** By what the owner recognises this sign-in: an address or a name there. */
  readonly label: string;
}

/** A service outside that people may sign in by. */
export interface SignInProvider {
  /** Who vouches: a subject is one person within it. */
  readonly issuer: string;
  readonly name: string;
  /** The address to send the browser to. Throws ProviderAway. */
  begin(request: Begin): Promise<URL>;
  /** Who came back. Throws ProviderAway, and ProviderRefusal when anything is not as it must be. */
  finish(answer: Return): Promise<Identity>;
}
export type SignInProviders = ReadonlyMap<string, SignInProvider>;

/** The service does not answer, or not in time. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}

/** The service answered, but nobody may be signed in by that answer. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
}
