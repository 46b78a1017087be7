import { Encrypter } from 'age-encryption';
import { BackupError } from './backup-error.ts';
import { toWebStream } from './to-web-stream.ts';

/** Whom a backup is encrypted for: whoever knows the passphrase, or whoever has an identity of these recipients. */
export type Lock =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'recipients'; readonly recipients: readonly string[] };

/** A step of a pipeline that encrypts what goes through it in the format of age; holds no more than a few pieces. */
export function encryptBytes(lock: Lock): (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  if (lock.kind === 'passphrase') encrypter.setPassphrase(lock.passphrase);
  else for (const recipient of lock.recipients) addRecipient(encrypter, recipient);
  return async function* (source) {
    yield* await encrypter.encrypt(toWebStream(source));
  };
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch (cause) {
    throw new BackupError(
      `"${recipient}" isn't an age recipient. Use one that starts with age1, as printed by age-keygen.`,
      { cause },
    );
  }
}
