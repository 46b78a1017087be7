import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const known = new Map<string, string>();

/** The key that signs cookies and seals second factors: made at the first start, readable by its owner only. */
export function readAuthSecret(dataDir: string): string {
  const secret = known.get(dataDir) ?? openSecret(dataDir);
  known.set(dataDir, secret);
  return secret;
}

function openSecret(dataDir: string): string {
  const file = join(dataDir, 'secrets', 'auth-secret');
  if (!existsSync(file)) {
    mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
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
