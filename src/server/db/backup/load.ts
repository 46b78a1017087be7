import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import type { Storage } from '#server/platform/storage';
import { type ArchiveEntry, readArchive } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import { inPublic, quoted } from './catalogue.ts';
import type { Contents } from './layout.ts';
import { checksum, type Verified } from './verify-backup.ts';

interface LoadOptions {
  readonly file: string;
  readonly say: (line: string) => void;
}

/** Reads the file a second time and puts every entry where it belongs. */
export class Load {
  readonly #client: pg.Client;
  readonly #verified: Verified;
  readonly #storage: Storage;
  readonly #files: Set<string>;
  readonly #rows = new Map<string, number>();
  #open: { table: string; stream: CopyStreamQuery } | null = null;
  #secret = '';

  constructor(client: pg.Client, verified: Verified, storage: Storage, files: Set<string>) {
    this.#client = client;
    this.#verified = verified;
    this.#storage = storage;
    this.#files = files;
  }

  /** Answers the key. `files` has every file that was put into the store, also when this fails. */
  async run({ file, say }: LoadOptions): Promise<string> {
    const promised = new Map(this.#verified.contents.entries.map(({ name, sha256 }) => [name, sha256]));
    for await (const entry of readArchive(file)) {
      if (entry.place.kind !== 'contents' && promised.get(entry.name) !== checksum(entry.bytes))
        throw new BackupError(`${file} was changed while it was read.`);
      await this.#put(entry);
    }
    await this.#finishTable();
    this.#compareRows(this.#verified.contents, say);
    say(`${this.#files.size} uploaded files`);
    return this.#secret;
  }

  async #put({ bytes, place }: ArchiveEntry): Promise<void> {
    if (place.kind === 'secret') this.#secret = bytes.toString('utf8');
    if (place.kind === 'file') {
      this.#files.add(place.key);
      await this.#storage.put(place.key, bytes);
    }
    if (place.kind === 'table') await this.#copy(place.table, bytes);
  }

  async #copy(table: string, bytes: Buffer): Promise<void> {
    if (this.#open?.table !== table) {
      await this.#finishTable();
      const columns = this.#verified.manifest.tables.find(({ name }) => name === table)?.columns ?? [];
      const statement = `copy ${inPublic(table)} (${columns.map(quoted).join(', ')}) from stdin`;
      this.#open = { table, stream: this.#client.query(copyFrom(statement)) };
    }
    const { stream } = this.#open;
    await new Promise<void>((resolve, reject) => {
      stream.once('error', reject);
      stream.write(bytes, (error) => {
        stream.off('error', reject);
        if (error) reject(error);
        else resolve();
      });
    });
  }

  async #finishTable(): Promise<void> {
    if (!this.#open) return;
    const { stream, table } = this.#open;
    this.#open = null;
    await new Promise<void>((resolve, reject) => {
      stream.once('error', reject).once('finish', resolve);
      stream.end();
    });
    this.#rows.set(table, stream.rowCount);
  }

  #compareRows({ tables }: Contents, say: (line: string) => void): void {
    for (const { name, rows } of tables) {
      if ((this.#rows.get(name) ?? 0) !== rows)
        throw new BackupError(`This is not a whole backup of Lectern: ${name} should have ${rows} rows.`);
      say(`${name}: ${rows} rows`);
    }
  }
}
