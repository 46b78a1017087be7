import {
  chownSync,
  closeSync,
  fchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Identity } from '../identity.ts';

/** What a cluster was made with: it fits nothing else. */
export interface ClusterOrigin {
  /** Platform and version of the database server. */
  readonly server: string;
  /** Fingerprint of the migrations that ran. */
  readonly migrations: string;
  /** Fingerprint of the sample courses. */
  readonly samples: string;
}

interface Index {
  readonly origin: ClusterOrigin;
  readonly folders: readonly string[];
  /** Each with its size and the part that holds how it begins; the rest is zeros. */
  readonly files: readonly (readonly [path: string, size: number, part: number])[];
  /** Sizes of the parts, which follow each other. */
  readonly parts: readonly number[];
  /** Files that belong into the folder of uploads, in base64. */
  readonly uploads: Readonly<Record<string, string>>;
}

/** The name of a log file. */
export const LOG_FILE = /^[0-9A-F]{24}$/;

const LENGTH_BYTES = 4;
/** Databases repeat each other megabytes apart. */
const FAR = { [constants.ZSTD_c_enableLongDistanceMatching]: 1, [constants.ZSTD_c_windowLog]: 26 };
const ZEROS = Buffer.alloc(64 * 1024);

/** A stopped cluster as one buffer. Databases begin as copies of each other: what is the same in several files is there once. */
export function packCluster(
  cluster: string,
  origin: ClusterOrigin,
  uploads: Readonly<Record<string, string>> = {},
): Buffer {
  const folders: string[] = [];
  const files: [string, number, number][] = [];
  const parts: Buffer[] = [];
  const known = new Map<string, number>();
  const spare = spareLogs(cluster);
  for (const entry of readdirSync(cluster, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) folders.push(relative(cluster, path));
    if (!entry.isFile() || spare.has(path)) continue;
    const content = readFileSync(path);
    const part = content.subarray(0, lengthWithoutZeros(content));
    const key = part.toString('latin1');
    const number = known.get(key) ?? parts.push(part) - 1;
    known.set(key, number);
    files.push([relative(cluster, path), content.length, number]);
  }
  // A folder comes before what is in it.
  folders.sort();
  const index: Index = { origin, folders, files, parts: parts.map(({ length }) => length), uploads };
  const head = Buffer.from(JSON.stringify(index));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, zstdCompressSync(Buffer.concat(parts), { params: FAR })]);
}

/** Log files that wait to be written again: in a stopped cluster all but the first. */
function spareLogs(cluster: string): Set<string> {
  const folder = join(cluster, 'pg_wal');
  const logs = readdirSync(folder).filter((name) => LOG_FILE.test(name));
  return new Set(
    logs
      .sort()
      .slice(1)
      .map((name) => join(folder, name)),
  );
}

/** Writes the files of a packed cluster into an empty folder, for the user that the server runs as. */
export function unpackCluster(packed: Buffer, directory: string, identity: Identity | null): void {
  const { files, folders, parts } = indexOf(packed);
  const bytes = zstdDecompressSync(packed.subarray(LENGTH_BYTES + packed.readUInt32LE()));
  let end = 0;
  const starts = parts.map((size) => {
    end += size;
    return end - size;
  });
  for (const folder of folders) {
    const path = join(directory, folder);
    mkdirSync(path, { mode: 0o700 });
    if (identity) chownSync(path, identity.uid, identity.gid);
  }
  for (const [name, size, part] of files) {
    const path = join(directory, name);
    const start = starts[part] ?? 0;
    const length = parts[part] ?? 0;
    const file = openSync(path, 'wx', 0o600);
    try {
      if (length > 0) writeSync(file, bytes, start, length);
      // Written, not left out: the disk must have room for all of it.
      for (let done = length; done < size; done += ZEROS.length)
        writeSync(file, ZEROS, 0, Math.min(ZEROS.length, size - done));
      if (identity) fchownSync(file, identity.uid, identity.gid);
    } finally {
      closeSync(file);
    }
  }
}

/** Files for the folder of uploads, by name. */
export const uploadsOf = (packed: Buffer): [name: string, content: Buffer][] =>
  Object.entries(indexOf(packed).uploads).map(([name, text]) => [name, Buffer.from(text, 'base64')]);

export const originOf = (packed: Buffer): ClusterOrigin => indexOf(packed).origin;

function indexOf(packed: Buffer): Index {
  const end = LENGTH_BYTES + packed.readUInt32LE();
  return JSON.parse(packed.toString('utf8', LENGTH_BYTES, end)) as Index;
}

function lengthWithoutZeros(content: Buffer): number {
  let length = content.length;
  while (length > 0 && content[length - 1] === 0) length -= 1;
  return length;
}
