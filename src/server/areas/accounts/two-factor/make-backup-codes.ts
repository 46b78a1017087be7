import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { z } from 'zod';

/** What the sign-in library seals with. */
export type SealKey = Parameters<typeof symmetricEncrypt>[0]['key'];

const CODES = 10;
const codesShape = z.array(z.string());

/** New backup codes, and the same sealed as the sign-in library reads them. */
export async function makeBackupCodes(key: SealKey): Promise<{ codes: string[]; sealed: string }> {
  const half = () => generateRandomString(5, 'a-z', '0-9', 'A-Z');
  const codes = Array.from({ length: CODES }, () => `${half()}-${half()}`);
  return { codes, sealed: await symmetricEncrypt({ key, data: JSON.stringify(codes) }) };
}

/** The backup codes of what was sealed. */
export async function openBackupCodes(key: SealKey, sealed: string): Promise<string[]> {
  return codesShape.parse(JSON.parse(await symmetricDecrypt({ key, data: sealed })));
}
