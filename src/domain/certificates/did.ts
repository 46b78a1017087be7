/** The decentralized identifier of a school at this address: where did:web looks for its keys. */
export function didOf(publicUrl: string): string {
  return `did:web:${encodeURIComponent(new URL(publicUrl).host)}`;
}

interface NamedKey {
  readonly kid: string;
  readonly publicKey: Readonly<Record<string, string>>;
}

/** The keys as a JWK set (RFC 7517), under the names that stand in the signatures. */
export function keySet(publicUrl: string, keys: readonly NamedKey[]): object {
  const did = didOf(publicUrl);
  return {
    keys: keys.map(({ kid, publicKey }) => ({
      ...publicKey,
      kid: `${did}#${kid}`,
      use: 'sig',
      alg: 'EdDSA',
    })),
  };
}

/** The DID document of a school: its keys, and that they sign statements. */
export function didDocument(publicUrl: string, keys: readonly NamedKey[]): object {
  const did = didOf(publicUrl);
  const ids = keys.map(({ kid }) => `${did}#${kid}`);
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/jwk/v1'],
    id: did,
    verificationMethod: keys.map(({ kid, publicKey }) => ({
      id: `${did}#${kid}`,
      type: 'JsonWebKey',
      controller: did,
      publicKeyJwk: { ...publicKey, kid: `${did}#${kid}` },
    })),
    assertionMethod: ids,
  };
}
