/** argon2id with the parameters of OWASP: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Read when the first password is hashed: it takes 3 MB. */
const library = () => import('@node-rs/argon2');

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await library();
  return hash(password.normalize('NFKC'), ARGON2ID);
}

export async function verifyPassword(hashed: string, password: string): Promise<boolean> {
  const { verify } = await library();
  return verify(hashed, password.normalize('NFKC'));
}

/** A hash that no password fits: checking against it takes as long as checking a real one. */
let decoy: Promise<string> | undefined;

export async function verifyAgainstNothing(password: string): Promise<false> {
  decoy ??= hashPassword(crypto.randomUUID());
  await verifyPassword(await decoy, password);
  return false;
}
