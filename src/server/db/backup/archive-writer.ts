import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import { BackupError } from './backup-error.ts';
import { encryptBytes, type Lock } from './encrypt-bytes.ts';
import { type Contents, MOST_BYTES, placeOf } from './layout.ts';

type Entry = Contents['entries'][number];

/** A tar in zstd that appears under its name only when it is complete and on the disk. Readable by its owner only. */
export class ArchiveWriter {
  /** What was written so far. */
  readonly entries: Entry[] = [];
  readonly #file: string;
  readonly #replaces: boolean;
  readonly #pack: Pack;
  readonly #written: Promise<void>;

  private constructor(file: string, replaces: boolean, tar: Pack, written: Promise<void>) {
    this.#file = file;
    this.#replaces = replaces;
    this.#pack = tar;
    this.#written = written;
  }

  /** Refuses a file that exists unless `replaces`; encrypts it where there is a lock. */
  static async create(
    file: string,
    { lock, replaces }: { readonly lock?: Lock; readonly replaces: boolean },
  ): Promise<ArchiveWriter> {
    const encrypt = lock && encryptBytes(lock);
    refuseExisting(file, replaces);
    if (!existsSync(dirname(file))) throw new BackupError(`Folder ${dirname(file)} not found.`);
    await rm(`${file}.partial`, { force: true });
    const handle = await open(`${file}.partial`, 'wx', 0o600);
    const tar = pack();
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    const out = handle.createWriteStream({ flush: true });
    const written = encrypt ? pipeline(tar, compress, encrypt, out) : pipeline(tar, compress, out);
    // Heard in finish() and add(); a disk that is full in between must not end the process.
    written.catch(() => undefined);
    return new ArchiveWriter(file, replaces, tar, written);
  }

  async add(name: string, bytes: Buffer): Promise<void> {
    const place = placeOf(name);
    if (!place || bytes.length > MOST_BYTES[place.kind])
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

  /** Puts the file in its place. */
  async finish(): Promise<void> {
    this.#pack.finalize();
    await this.#written;
    refuseExisting(this.#file, this.#replaces);
    await rename(`${this.#file}.partial`, this.#file);
    const folder = await open(dirname(this.#file), 'r');
    await folder.sync().finally(() => folder.close());
  }

  /** Leaves nothing behind. */
  async abandon(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => undefined);
    await rm(`${this.#file}.partial`, { force: true });
  }
}

function refuseExisting(file: string, replaces: boolean): void {
  if (!replaces && existsSync(file))
    throw new BackupError(`${file} already exists. Choose another name, or add --force to overwrite it.`);
}
