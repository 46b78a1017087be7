import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Storage } from '#server/platform/storage';
import { type ArchiveEntry, readArchive } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import { rowsOf } from './catalogue.ts';
import type { Key } from './decrypt-bytes.ts';
import type { Contents } from './layout.ts';
import { checksum, type Verified } from './verify-backup.ts';
import { copyInto } from './without-keys.ts';

interface LoadOptions {
  readonly file: string;
  readonly key?: Key;
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal;
}

type Entries = AsyncGenerator<ArchiveEntry, void, undefined>;

/** Reads the file a second time and puts every entry where it belongs. */
export class Load {
  readonly #client: pg.Client;
  readonly #verified: Verified;
  readonly #storage: Storage;
  readonly #files: Set<string>;
  readonly #rows = new Map<string, number>();
  #secret = '';

  constructor(client: pg.Client, verified: Verified, storage: Storage, files: Set<string>) {
    this.#client = client;
    this.#verified = verified;
    this.#storage = storage;
    this.#files = files;
  }

  /** Answers the key. `files` has every file that was put into the store, also when this fails. */
  async run({ file, key, say, signal }: LoadOptions): Promise<string> {
    const entries = this.#read(file, key, signal);
    try {
      let next = await entries.next();
      while (!next.done) next = await this.#put(next.value, entries);
    } finally {
      await entries.return(undefined);
    }
    this.#compareRows(this.#verified.contents, say);
    say(`uploaded files: ${this.#files.size}`);
    return this.#secret;
  }

  /** The entries of the file, each still the one that was checked. */
  async *#read(file: string, key?: Key, signal?: AbortSignal): Entries {
    const promised = new Map(this.#verified.contents.entries.map(({ name, sha256 }) => [name, sha256]));
    for await (const entry of readArchive(file, key)) {
      signal?.throwIfAborted();
      if (entry.place.kind !== 'contents' && promised.get(entry.name) !== checksum(entry.bytes))
        throw new BackupError(`${file} changed while it was being read.`);
      yield entry;
    }
  }

  /** Answers the first entry that is still to be put somewhere. */
  async #put(entry: ArchiveEntry, entries: Entries): Promise<IteratorResult<ArchiveEntry>> {
    const { bytes, place } = entry;
    if (place.kind === 'table') return this.#copyTable(place.table, bytes, entries);
    if (place.kind === 'secret') this.#secret = bytes.toString('utf8');
    if (place.kind === 'file') {
      this.#files.add(place.key);
      await this.#storage.put(place.key, bytes);
    }
    return entries.next();
  }

  async #copyTable(table: string, first: Buffer, entries: Entries): Promise<IteratorResult<ArchiveEntry>> {
    const columns = this.#verified.manifest.tables.find(({ name }) => name === table)?.columns ?? [];
    const rows = this.#client.query(copyFrom(copyInto({ name: table, columns })));
    let next: IteratorResult<ArchiveEntry> | undefined;
    const pieces = async function* () {
      yield first;
      for (;;) {
        next = await entries.next();
        if (next.done || next.value.place.kind !== 'table' || next.value.place.table !== table) return;
        yield next.value.bytes;
      }
    };
    await pipeline(pieces, rows);
    this.#rows.set(table, rows.rowCount);
    return next ?? entries.next();
  }

  #compareRows({ tables }: Contents, say: (line: string) => void): void {
    for (const { name, rows } of tables) {
      if ((this.#rows.get(name) ?? 0) !== rows)
        throw new BackupError(`This Lectern backup is incomplete: ${name} should have ${rows} rows.`);
      say(`${name}: ${rowsOf(rows)}`);
    }
  }
}
