import { generateIdentity, identityToRecipient } from 'age-encryption';
import type { Config } from '#server/config';
import type { Key } from './decrypt-bytes.ts';
import type { Lock } from './encrypt-bytes.ts';

export interface LockWithKey {
  readonly lock: Lock;
  /** Opens what was just written, so that it can be verified. */
  readonly key: Key;
}

/**
 * How backups are encrypted that are made without a person; undefined: they aren't. One for recipients is encrypted for one
 * more, whose identity exists only here and only until the backup was verified.
 */
export async function backupLock({
  backupPassphrase: passphrase,
  backups: { recipients },
}: Pick<Config, 'backupPassphrase' | 'backups'>): Promise<LockWithKey | undefined> {
  if (recipients.length > 0) {
    const identity = await generateIdentity();
    const all = [...recipients, await identityToRecipient(identity)];
    return {
      lock: { kind: 'recipients', recipients: all },
      key: { kind: 'identities', identities: [identity] },
    };
  }
  if (passphrase === undefined) return undefined;
  return { lock: { kind: 'passphrase', passphrase }, key: { kind: 'passphrase', passphrase } };
}
