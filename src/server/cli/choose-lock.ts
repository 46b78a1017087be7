import { SHORTEST_PASSPHRASE } from '#server/backup-settings';
import type { Config } from '#server/config';
import type { Lock } from '#server/db/backup/encrypt-bytes';
import { askPassphrase } from './ask-passphrase.ts';

/** What the options of `backup` say about encryption: for recipients, with a passphrase, or none. */
export async function chooseLock(
  { backupPassphrase }: Pick<Config, 'backupPassphrase'>,
  { encrypts, recipients }: { readonly encrypts: boolean; readonly recipients: readonly string[] },
  ask: typeof askPassphrase = askPassphrase,
): Promise<Lock | undefined> {
  if (recipients.length > 0) return { kind: 'recipients', recipients };
  if (!encrypts) return undefined;
  const passphrase = backupPassphrase ?? (await ask('Passphrase for this backup: '));
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new Error(
      `A passphrase needs at least ${SHORTEST_PASSPHRASE} characters; five random words make a good one.`,
    );
  if (backupPassphrase === undefined && (await ask('Repeat the passphrase: ')) !== passphrase)
    throw new Error("The passphrases don't match. Nothing was written.");
  return { kind: 'passphrase', passphrase };
}
