import { joined } from '../../tar/format.ts';
import { bytesOf, type Entry, hexOf, isSafePath } from './formats.ts';
import type { Files } from './objects.ts';
import { fatal } from './said.ts';
import { sha1 } from './sha1.ts';

/** Of a conflict: the common ancestor's, ours, and theirs. */
export type Stages = readonly [Entry | undefined, Entry | undefined, Entry | undefined];

/** What the next commit holds, and what is in conflict. */
export interface Index {
  readonly entries: Map<string, Entry>;
  readonly unmerged: Map<string, Stages>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const HEAD = 62;

export async function readIndex(fs: Files, gitFolder: string): Promise<Index> {
  const index: Index = { entries: new Map(), unmerged: new Map() };
  const path = `${gitFolder}/index`;
  if (!(await fs.exists(path))) return index;
  const bytes = await fs.readFileBuffer(path);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 32 || decoder.decode(bytes.subarray(0, 4)) !== 'DIRC' || view.getUint32(4) !== 2)
    throw fatal('index file corrupt');
  let at = 12;
  for (let left = view.getUint32(8); left > 0; left -= 1) {
    const end = bytes.indexOf(0, at + HEAD);
    if (at + HEAD > bytes.length || end < 0) throw fatal('index file corrupt');
    const path = decoder.decode(bytes.subarray(at + HEAD, end));
    if (!isSafePath(path)) throw fatal(`index file corrupt: ${path}`);
    const entry = { mode: view.getUint32(at + 24), oid: hexOf(bytes.subarray(at + 40, at + 60)) };
    put(index, path, (view.getUint16(at + 60) >> 12) & 3, entry);
    at += Math.floor((HEAD + (end - at - HEAD) + 8) / 8) * 8;
  }
  return index;
}

function put({ entries, unmerged }: Index, path: string, stage: number, entry: Entry): void {
  if (stage === 0) {
    entries.set(path, entry);
    return;
  }
  const stages = [...(unmerged.get(path) ?? [])];
  stages[stage - 1] = entry;
  unmerged.set(path, [stages[0], stages[1], stages[2]]);
}

/** What the index holds, in its order. */
export function indexRows({ entries, unmerged }: Index) {
  const rows = [...entries].map(([path, entry]) => ({ path, stage: 0, entry }));
  for (const [path, stages] of unmerged)
    for (const [at, entry] of stages.entries()) if (entry) rows.push({ path, stage: at + 1, entry });
  return rows.sort((a, b) => (a.path === b.path ? a.stage - b.stage : a.path < b.path ? -1 : 1));
}

/** Without times and sizes, by which Git would only save itself reading. */
export async function writeIndex(fs: Files, gitFolder: string, index: Index): Promise<void> {
  const rows = indexRows(index);
  const head = new Uint8Array(12);
  head.set(encoder.encode('DIRC'));
  new DataView(head.buffer).setUint32(4, 2);
  new DataView(head.buffer).setUint32(8, rows.length);
  const body = joined([head, ...rows.map(({ entry, path, stage }) => rowOf(path, stage, entry))]);
  await fs.writeFile(`${gitFolder}/index`, joined([body, bytesOf(sha1(body))]));
}

function rowOf(path: string, stage: number, { mode, oid }: Entry): Uint8Array {
  const name = encoder.encode(path);
  const row = new Uint8Array(Math.floor((HEAD + name.length + 8) / 8) * 8);
  const view = new DataView(row.buffer);
  view.setUint32(24, mode);
  row.set(bytesOf(oid), 40);
  view.setUint16(60, (stage << 12) | Math.min(name.length, 0xfff));
  row.set(name, HEAD);
  return row;
}
