import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { readArchive } from '#server/db/backup/archive-reader';
import { CONTENTS, type Contents } from '#server/db/backup/layout';

export interface Part {
  readonly name: string;
  readonly bytes: Buffer;
  readonly header?: Partial<Header>;
}

/** The entries of a backup. */
export async function partsOf(file: string): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const { bytes, name } of readArchive(file)) parts.push({ name, bytes });
  return parts;
}

/** Writes an archive of any parts; answers its path. */
export async function makeArchive(file: string, parts: readonly Part[]): Promise<string> {
  const tar = pack();
  for (const { bytes, header, name } of parts) tar.entry({ name, ...header }, bytes);
  tar.finalize();
  const blocks: Buffer[] = [];
  for await (const block of tar) blocks.push(block as Buffer);
  writeFileSync(file, zstdCompressSync(Buffer.concat(blocks)));
  return file;
}

/** With the checksums of its last entry put right, as somebody would who knows the format. */
export function sealed(parts: readonly Part[]): Part[] {
  const body = parts.filter(({ name }) => name !== CONTENTS);
  const contents = JSON.parse(
    parts.find(({ name }) => name === CONTENTS)?.bytes.toString() ?? '{}',
  ) as Contents;
  const entries = body.map(({ bytes, name }) => ({
    name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  return [...body, { name: CONTENTS, bytes: Buffer.from(JSON.stringify({ ...contents, entries })) }];
}
