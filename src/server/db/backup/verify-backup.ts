import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { ArchiveSource } from './archive-file.ts';
import { type ArchiveEntry, readArchive } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import type { Key } from './decrypt-bytes.ts';
import { type Contents, contentsShape, FORMAT, type Manifest, manifestShape } from './layout.ts';
import { LEFT_OUT } from './left-out.ts';

export interface Verified {
  readonly manifest: Manifest;
  readonly contents: Contents;
}

/**
 * Reads a backup to its end and checks that it is whole: every entry has the checksum that the last one gives it, none
 * is missing, added or twice. Writes nothing. Throws a BackupError, and the reason of the signal when that ends it.
 */
export async function verifyBackup(
  archive: string | ArchiveSource,
  key?: Key,
  signal?: AbortSignal,
): Promise<Verified> {
  const seen = new Map<string, string>();
  const pieces = new Map<string, number>();
  let manifest: Manifest | null = null;
  let contents: Contents | null = null;
  for await (const entry of readArchive(archive, key)) {
    signal?.throwIfAborted();
    if (contents || seen.has(entry.name)) throw faulty(`${entry.name} is duplicated or out of order`);
    if ((entry.place.kind === 'manifest') !== (manifest === null))
      throw faulty("it doesn't start with its manifest");
    manifest ??= readManifest(entry);
    checkPiece(entry, manifest, pieces);
    if (entry.place.kind === 'contents') contents = read(contentsShape, entry);
    else seen.set(entry.name, checksum(entry.bytes));
  }
  if (!manifest || !contents) throw faulty('its end is missing');
  compare(contents, manifest, seen);
  return { manifest, contents };
}

export function checksum(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function readManifest(entry: ArchiveEntry): Manifest {
  const manifest = read(manifestShape, entry);
  if (manifest.format !== FORMAT)
    throw new BackupError(
      `This backup was created by Lectern ${manifest.version} in another format (${manifest.format}; this version reads ${FORMAT}). Restore it with that version.`,
    );
  return manifest;
}

/** Pieces of a table stand in order and belong to a table of the manifest. */
function checkPiece({ name, place }: ArchiveEntry, { tables }: Manifest, pieces: Map<string, number>): void {
  if (place.kind !== 'table') return;
  const expected = pieces.get(place.table) ?? 0;
  if (
    LEFT_OUT.has(place.table) ||
    !tables.some((table) => table.name === place.table) ||
    place.piece !== expected
  )
    throw faulty(`${name} doesn't belong to any of its tables`);
  pieces.set(place.table, expected + 1);
}

function compare(contents: Contents, manifest: Manifest, seen: ReadonlyMap<string, string>): void {
  const promised = new Map(contents.entries.map(({ name, sha256 }) => [name, sha256]));
  if (promised.size !== contents.entries.length || promised.size !== seen.size)
    throw faulty('entries are missing or were added');
  for (const [name, sha256] of seen)
    if (promised.get(name) !== sha256) throw faulty(`the checksum of ${name} doesn't match`);
  const counted = contents.tables.map(({ name }) => name);
  if (JSON.stringify(counted) !== JSON.stringify(manifest.tables.map(({ name }) => name)))
    throw faulty("its tables don't match its manifest");
}

function read<Shape extends z.ZodType>(shape: Shape, { bytes, name }: ArchiveEntry): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new BackupError(`This Lectern backup is incomplete: ${name} can't be read. Nothing was changed.`, {
      cause: error,
    });
  }
}

function faulty(reason: string): BackupError {
  return new BackupError(`This isn't a complete Lectern backup: ${reason}. Nothing was changed.`);
}
