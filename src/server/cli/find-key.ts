import { readFile } from 'node:fs/promises';
import type { Config } from '#server/config';
import { isEncrypted } from '#server/db/backup/archive-reader';
import type { Key } from '#server/db/backup/decrypt-bytes';
import { askPassphrase } from './ask-passphrase.ts';

/** What opens this backup: the identities in a file of age-keygen, or the passphrase; none for one in plain. */
export async function findKey(
  { backupPassphrase }: Pick<Config, 'backupPassphrase'>,
  { file, identityFile }: { readonly file: string; readonly identityFile: string | undefined },
): Promise<Key | undefined> {
  if (!(await isEncrypted(file))) return undefined;
  if (identityFile === undefined)
    return {
      kind: 'passphrase',
      passphrase: backupPassphrase ?? (await askPassphrase('Passphrase of this backup: ')),
    };
  const lines = (await readFile(identityFile, 'utf8')).split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (identities.length === 0) throw new Error(`No identity found in ${identityFile}.`);
  return { kind: 'identities', identities };
}
