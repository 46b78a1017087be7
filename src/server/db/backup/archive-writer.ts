import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { type ArchiveTarget, asItIs, CHUNK_BYTES } from './archive-file.ts';
import { BackupError } from './backup-error.ts';
import { encryptBytes, type Lock } from './encrypt-bytes.ts';
import { type Contents, MAX_BYTES, placeOf } from './layout.ts';

type Entry = Contents['entries'][number];

/** A tar in zstd that appears under its name only when it is complete and stored. */
export class ArchiveWriter {
  /** What was written so far. */
  readonly entries: Entry[] = [];
  readonly #target: ArchiveTarget;
  readonly #pack: Pack;
  readonly #written: Promise<void>;
  #bytes = 0;

  private constructor(target: ArchiveTarget, lock: Lock | undefined) {
    const encrypt = lock ? encryptBytes(lock) : asItIs;
    this.#target = target;
    this.#pack = pack();
    const compress = createZstdCompress({
      chunkSize: CHUNK_BYTES,
      params: { [constants.ZSTD_c_checksumFlag]: 1 },
    });
    this.#written = pipeline(this.#pack, compress, encrypt, (bytes: AsyncIterable<Uint8Array>) =>
      target.write(this.#counted(bytes)),
    );
    // Heard in finish() and add(); a disk that is full in between must not end the process.
    this.#written.catch(() => undefined);
  }

  /** Encrypts it where there is a lock. */
  static async create(target: ArchiveTarget, lock?: Lock): Promise<ArchiveWriter> {
    // A lock that can't be used is reported before anything is written.
    if (lock) encryptBytes(lock);
    await target.prepare();
    return new ArchiveWriter(target, lock);
  }

  async add(name: string, bytes: Buffer): Promise<void> {
    const place = placeOf(name);
    if (!place || bytes.length > MAX_BYTES[place.kind])
      throw new BackupError(`${name} can't be part of a backup: its name or size is unexpected.`);
    const added = new Promise<void>((resolve, reject) => {
      this.#pack.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()));
    });
    added.catch(() => undefined);
    await Promise.race([added, this.#written.then(() => added)]);
    this.entries.push({
      name,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  }

  /** Puts it in its place; answers how many bytes it has. */
  async finish(): Promise<number> {
    this.#pack.finalize();
    await this.#written;
    await this.#target.finish();
    return this.#bytes;
  }

  /** Leaves nothing behind. */
  async abandon(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => undefined);
    await this.#target.abandon();
  }

  async *#counted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      this.#bytes += bytes.length;
      yield bytes;
    }
  }
}
