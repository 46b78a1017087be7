import { Decrypter } from 'age-encryption';
import { BackupError } from './backup-error.ts';
import { toWebStream } from './to-web-stream.ts';

/** What opens an encrypted backup. */
export type Key =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'identities'; readonly identities: readonly string[] };

/** How a file in the format of age begins. */
export const AGE_HEADER = 'age-encryption.org/v1\n';

/** A step of a pipeline that decrypts what goes through it. Another key than the right one is a BackupError. */
export function decryptBytes(key: Key): (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  if (key.kind === 'passphrase') decrypter.addPassphrase(key.passphrase);
  else for (const identity of key.identities) addIdentity(decrypter, identity);
  return async function* (source) {
    yield* await decrypter.decrypt(toWebStream(source)).catch((cause: unknown) => {
      throw isOtherKey(cause) ? wrongKey(key, cause) : cause;
    });
  };
}

function addIdentity(decrypter: Decrypter, identity: string): void {
  try {
    decrypter.addIdentity(identity);
  } catch (cause) {
    throw new BackupError("This isn't an age identity: it must start with AGE-SECRET-KEY-1.", { cause });
  }
}

function isOtherKey(error: unknown): boolean {
  return error instanceof Error && error.message.includes('no identity matched');
}

function wrongKey({ kind }: Key, cause: unknown): BackupError {
  const message =
    kind === 'passphrase'
      ? 'This backup was not encrypted with this passphrase. Nothing was changed.'
      : 'This backup was not encrypted for this identity. Nothing was changed.';
  return new BackupError(message, { cause });
}
