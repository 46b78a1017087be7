import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { joinDatabase } from '#server/db/presence';
import type { Storage } from '#server/platform/storage';
import type { ArchiveTarget } from './archive-file.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { BackupError } from './backup-error.ts';
import {
  inPublic,
  quoted,
  readMigrationState,
  readSequences,
  readTables,
  rowsOf,
  setNeutralFormats,
  type Table,
} from './catalogue.ts';
import type { Lock } from './encrypt-bytes.ts';
import {
  CONTENTS,
  type Contents,
  FORMAT,
  fileEntry,
  MANIFEST,
  type Manifest,
  PIECE_BYTES,
  SECRET,
  tableEntry,
} from './layout.ts';
import { DERIVED_FILES, KEPT_ROWS, LEFT_OUT } from './left-out.ts';
import { openClient } from './open-client.ts';

export interface BackupOptions {
  readonly connection: pg.ClientConfig;
  readonly storage: Storage;
  /** Answers the key that signs cookies and seals second factors. */
  readonly openSecret: () => Promise<string>;
  readonly target: ArchiveTarget;
  /** Left out: the file is not encrypted. */
  readonly lock?: Lock;
  /** Version of the product that makes it. */
  readonly version: string;
  readonly now: Date;
  /** Told a line for each step. */
  readonly say: (line: string) => void;
  /** Ends it half-way, with nothing left behind. */
  readonly signal?: AbortSignal;
}

/**
 * Writes the whole school into one archive while it is in use: the database as it was at one moment, every uploaded file,
 * the key (decision 10). Answers how many bytes it has. Throws a BackupError.
 */
export async function writeBackup(options: BackupOptions): Promise<number> {
  const client = await openClient(options.connection, 'a backup');
  try {
    await joinDatabase(client);
    const archive = await ArchiveWriter.create(options.target, options.lock);
    try {
      await fill(archive, client, options);
      return await archive.finish();
    } catch (error) {
      await archive.abandon();
      throw error;
    }
  } finally {
    await client.end();
  }
}

/**
 * Files go first: one that is removed while we copy was already out of use when the tables are read. Files that came
 * meanwhile follow after the tables.
 */
async function fill(archive: ArchiveWriter, client: pg.Client, options: BackupOptions): Promise<void> {
  const manifest = await makeManifest(client, options);
  await archive.add(MANIFEST, json(manifest));
  await archive.add(SECRET, Buffer.from(await options.openSecret()));
  const copied = new Set<string>();
  await copyFiles(archive, options, copied);
  await client.query('begin isolation level repeatable read read only');
  await setNeutralFormats(client);
  // Keeps a newer version that starts meanwhile from changing the tables under us.
  await client.query(
    `lock table ${manifest.tables.map(({ name }) => inPublic(name)).join(', ')} in access share mode`,
  );
  const current = await makeManifest(client, options);
  if (JSON.stringify(current) !== JSON.stringify(manifest))
    throw new BackupError('Another version changed the database while the backup was starting. Try again.');
  const tables: Contents['tables'] = [];
  for (const table of manifest.tables) tables.push(await copyTable(archive, client, table, options));
  const sequences = await readSequences(client);
  await client.query('commit');
  await copyFiles(archive, options, copied);
  options.say(`uploaded files: ${copied.size}`);
  await archive.add(CONTENTS, json({ tables, sequences, entries: [...archive.entries] } satisfies Contents));
}

async function makeManifest(client: pg.Client, { now, version }: BackupOptions): Promise<Manifest> {
  const migrations = await readMigrationState(client);
  if (migrations.length === 0) throw new BackupError('This database has no school to back up.');
  return {
    product: 'Lectern',
    format: FORMAT,
    version,
    madeAt: now.toISOString(),
    migrations,
    tables: await readTables(client),
  };
}

async function copyFiles(
  archive: ArchiveWriter,
  { signal, storage }: BackupOptions,
  copied: Set<string>,
): Promise<void> {
  for await (const key of storage.list()) {
    signal?.throwIfAborted();
    const bytes = copied.has(key) || key.startsWith(DERIVED_FILES) ? null : await storage.get(key);
    if (!bytes) continue;
    await archive.add(fileEntry(key), Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    copied.add(key);
  }
}

async function copyTable(
  archive: ArchiveWriter,
  client: pg.Client,
  { columns, name }: Table,
  { say, signal }: BackupOptions,
): Promise<Contents['tables'][number]> {
  if (LEFT_OUT.has(name)) {
    say(`${name}: left out`);
    return { name, rows: 0 };
  }
  const kept = `select ${columns.map(quoted).join(', ')} from ${inPublic(name)} where ${KEPT_ROWS[name] ?? 'true'}`;
  const rows = client.query(copyTo(`copy (${kept}) to stdout`));
  let piece = 0;
  let waiting: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    signal?.throwIfAborted();
    const all = Buffer.concat(waiting);
    // One row can be larger than a piece.
    for (let start = 0; start < all.length; start += PIECE_BYTES) {
      await archive.add(tableEntry(name, piece), all.subarray(start, start + PIECE_BYTES));
      piece += 1;
    }
    waiting = [];
    bytes = 0;
  };
  for await (const part of rows as AsyncIterable<Buffer>) {
    waiting.push(part);
    bytes += part.length;
    if (bytes >= PIECE_BYTES) await flush();
  }
  await flush();
  say(`${name}: ${rowsOf(rows.rowCount)}`);
  return { name, rows: rows.rowCount };
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
