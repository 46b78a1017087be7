import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const known = new Map<string, string>();
const fileOf = (dataDir: string) => join(dataDir, 'secrets', 'auth-secret');

/** The key that signs cookies and seals second factors: what the start has opened, else the file in the data folder. */
export function readAuthSecret(dataDir: string): string {
  const secret = known.get(dataDir) ?? openSecret(dataDir);
  known.set(dataDir, secret);
  return secret;
}

/** From now on this is the key of the data folder in this process. */
export function rememberAuthSecret(dataDir: string, secret: string): void {
  known.set(dataDir, secret);
}

/** The key in the data folder; null where there is no file. */
export function findAuthSecret(dataDir: string): string | null {
  return existsSync(fileOf(dataDir)) ? openSecret(dataDir) : null;
}

export const newAuthSecret = () => randomBytes(32).toString('base64url');

/** Made at the first start, readable by its owner only. */
function openSecret(dataDir: string): string {
  const file = fileOf(dataDir);
  if (!existsSync(file)) {
    mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(file, `${newAuthSecret()}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process was faster: its key counts.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32)
    throw new Error(
      `${file} is too short to be secure. Delete it to generate a new one; everyone will have to log in again.`,
    );
  return secret;
}
