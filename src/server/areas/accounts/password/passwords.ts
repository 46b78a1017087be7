import nodeCrypto, { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { endingTogether } from './ending-together.ts';

/** argon2id with the parameters of OWASP: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Read when the first password is hashed: it takes 3 MB. */
const library = () => import('@node-rs/argon2');

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await library();
  return hash(password.normalize('NFKC'), ARGON2ID);
}

/**
 * The same, without the library: a start with ADMIN_PASSWORD would hold its 3 MB before anybody logs in. It takes three times as
 * long. A Node.js that doesn't have it yet takes the library.
 */
export async function hashPasswordOfStart(password: string): Promise<string> {
  if (typeof nodeCrypto.argon2 !== 'function') return hashPassword(password);
  const { memoryCost: memory, parallelism, timeCost: passes } = ARGON2ID;
  const nonce = randomBytes(16);
  const message = password.normalize('NFKC');
  const tag = await promisify(nodeCrypto.argon2)('argon2id', {
    message,
    nonce,
    parallelism,
    tagLength: 32,
    memory,
    passes,
  });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${hash}`;
}

/**
 * A check empties the caches of the CPU, so that whatever follows it costs several times as much: of a class that signs in, it comes
 * in a row (decision 315).
 */
const inCompany = endingTogether({ most: 8, waitMs: 20 });

export async function verifyPassword(hashed: string, password: string): Promise<boolean> {
  const { verify } = await library();
  return inCompany(() => verify(hashed, password.normalize('NFKC')));
}

/** A hash that no password fits: checking against it takes as long as checking a real one. */
let decoy: Promise<string> | undefined;

export async function verifyAgainstNothing(password: string): Promise<false> {
  decoy ??= hashPassword(crypto.randomUUID());
  await verifyPassword(await decoy, password);
  return false;
}
