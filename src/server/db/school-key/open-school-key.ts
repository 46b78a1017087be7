import { createHmac } from 'node:crypto';
import type { Config } from '#server/config';
import {
  findAuthSecret,
  newAuthSecret,
  readAuthSecret,
  rememberAuthSecret,
} from '#server/platform/read-auth-secret';
import { sealKey } from '#server/platform/seal-key';
import type { Reader } from '../client.ts';
import {
  deleteSchoolKey,
  insertSchoolKey,
  resealSchoolKey,
  type SchoolKeyRow,
  selectSchoolKey,
  selectSealedSigningKey,
} from './school-key-sql.ts';

type Secrets = Pick<Config, 'authSecrets' | 'dataDir'>;

/** This process does not have the key of the school. */
export class WrongKeyError extends Error {
  readonly problem: string;
  readonly remedy: string;

  constructor(problem: string, remedy: string) {
    super(`${problem} ${remedy} ${LOST}`);
    this.problem = problem;
    this.remedy = `${remedy} ${LOST}`;
  }
}

const LOST =
  'If the key is lost, run npm run lectern -- new-key: everyone has to log in again, and two-factor authentication must be set up again.';

const wrongSecret = () =>
  new WrongKeyError(
    "AUTH_SECRET isn't the secret of this school.",
    'Set the one that the other machines use. To replace it, set the new one, a comma, and the old one.',
  );
const secretMissing = () =>
  new WrongKeyError(
    "The key of this school is sealed with AUTH_SECRET, which isn't set.",
    'Set the one that the other machines use.',
  );
const wrongFile = (dataDir: string) =>
  new WrongKeyError(
    `The key in ${dataDir}/secrets isn't the key of this school.`,
    'Copy the file auth-secret from a machine that uses the same database, or set AUTH_SECRET on all of them.',
  );
const fileMissing = (dataDir: string) =>
  new WrongKeyError(
    `The key of this school is missing in ${dataDir}/secrets.`,
    'Set DATA_DIR to the folder that has it, or copy the file auth-secret from a machine that uses the same database; with AUTH_SECRET, start Lectern once where that file is.',
  );

/** The school's key, if there is one, and whether it should be sealed again with the newest secret. */
interface Found {
  readonly key: string;
  readonly isStale: boolean;
}

/**
 * Finds the key that this process must have, and changes nothing: with AUTH_SECRET the one that is sealed in the database,
 * else the file in the data folder. Null for a school that has none yet. Throws a WrongKeyError.
 */
export async function findSchoolKey(db: Reader, { authSecrets, dataDir }: Secrets): Promise<Found | null> {
  const row = await selectSchoolKey(db);
  if (row) return fromRow(row, { authSecrets, dataDir });
  // A school from before this table, or one that was restored: the key is a file.
  const signing = await selectSealedSigningKey(db);
  if (signing === undefined) return null;
  const file = findAuthSecret(dataDir);
  if (file === null) throw fileMissing(dataDir);
  if (sealKey(file).open(signing) === null) throw wrongFile(dataDir);
  return { key: file, isStale: authSecrets.length > 0 };
}

function fromRow({ fingerprint, sealed }: SchoolKeyRow, { authSecrets, dataDir }: Secrets): Found {
  if (sealed !== null && authSecrets.length > 0) {
    for (const [age, secret] of authSecrets.entries()) {
      const key = schoolSeal(secret).open(sealed);
      if (key !== null) return { key, isStale: age > 0 };
    }
    throw wrongSecret();
  }
  const file = findAuthSecret(dataDir);
  if (file !== null && fingerprintOf(file) === fingerprint)
    return { key: file, isStale: authSecrets.length > 0 };
  if (sealed !== null) throw secretMissing();
  throw file === null ? fileMissing(dataDir) : wrongFile(dataDir);
}

/**
 * Opens the school's key for this process, makes it at the very first start, and seals it with the newest secret. Of several
 * processes that start at one moment, all have the same key. Throws a WrongKeyError.
 */
export async function openSchoolKey(db: Reader, secrets: Secrets): Promise<void> {
  const found = (await findSchoolKey(db, secrets)) ?? { key: firstKey(secrets), isStale: false };
  const { fingerprint, sealed } = sealSchoolKey(secrets, found.key);
  await insertSchoolKey(db, { fingerprint, sealed });
  if (found.isStale && sealed !== null) await resealSchoolKey(db, { fingerprint, sealed });
  // Another process may have made the key meanwhile: that one counts.
  const { key } = (await findSchoolKey(db, secrets)) ?? found;
  rememberAuthSecret(secrets.dataDir, key);
}

function firstKey({ authSecrets, dataDir }: Secrets): string {
  if (authSecrets.length === 0) return readAuthSecret(dataDir);
  return findAuthSecret(dataDir) ?? newAuthSecret();
}

const schoolSeal = (secret: string) => sealKey(secret, 'lectern school key');
const fingerprintOf = (key: string) => createHmac('sha256', key).update('lectern school key').digest('hex');

/** What the database keeps of a key: it is sealed with the newest secret, if there is one. */
export function sealSchoolKey(
  { authSecrets: [newest] }: Pick<Secrets, 'authSecrets'>,
  key: string,
): SchoolKeyRow {
  return {
    fingerprint: fingerprintOf(key),
    sealed: newest === undefined ? null : schoolSeal(newest).seal(key),
  };
}

/** Starts over with another key, because the one before is lost: what it sealed stays shut. Throws where it is not lost. */
export async function replaceSchoolKey(db: Reader, secrets: Secrets): Promise<void> {
  const found = await findSchoolKey(db, secrets).catch((error: unknown) => {
    if (error instanceof WrongKeyError) return null;
    throw error;
  });
  if (found) throw new Error('This machine has the key of the school: there is nothing to replace.');
  await deleteSchoolKey(db);
  const key = secrets.authSecrets.length > 0 ? newAuthSecret() : readAuthSecret(secrets.dataDir);
  await insertSchoolKey(db, sealSchoolKey(secrets, key));
  rememberAuthSecret(secrets.dataDir, key);
}
