import { z } from 'zod';

/** The layout of the file. A reader refuses any other number. */
export const FORMAT = 1;
/** Tables go into the file in pieces of about this size, so that neither side keeps a table in memory. */
export const PIECE_BYTES = 4 * 1024 * 1024;

export const MANIFEST = 'manifest.json';
export const CONTENTS = 'contents.json';
export const SECRET = 'secrets/auth-secret';
export const fileEntry = (key: string) => `files/${key}`;
export const tableEntry = (table: string, piece: number) =>
  `tables/${table}/${String(piece).padStart(7, '0')}`;

const NAME = /^[a-z_][a-z0-9_]{0,62}$/;
const name = z.string().regex(NAME);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

/** The first entry: what a reader must know before it looks at the rest. */
export const manifestShape = z.object({
  product: z.literal('Lectern'),
  format: z.int(),
  version: z.string().min(1).max(100),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string().min(1).max(200), sha256 })),
  tables: z.array(z.object({ name, columns: z.array(z.string().min(1).max(63)) })),
});
export type Manifest = z.infer<typeof manifestShape>;

/** The last entry: how much of everything there is, and the checksum of every entry before it. */
export const contentsShape = z.object({
  tables: z.array(z.object({ name, rows: count })),
  /** Null: no value was ever taken. */
  sequences: z.array(
    z.object({
      name,
      last: z
        .string()
        .regex(/^-?\d{1,19}$/)
        .nullable(),
    }),
  ),
  entries: z.array(z.object({ name: z.string().max(200), bytes: count, sha256 })),
});
export type Contents = z.infer<typeof contentsShape>;

export type Place =
  | { readonly kind: 'manifest' | 'contents' | 'secret' }
  | { readonly kind: 'file'; readonly key: string }
  | { readonly kind: 'table'; readonly table: string; readonly piece: number };

/** What an entry of this name is; null for a name that no backup has. */
export function placeOf(entry: string): Place | null {
  if (entry === MANIFEST) return { kind: 'manifest' };
  if (entry === CONTENTS) return { kind: 'contents' };
  if (entry === SECRET) return { kind: 'secret' };
  const [, key] = /^files\/([\w-]{1,80}\.\w{1,8})$/.exec(entry) ?? [];
  if (key !== undefined) return { kind: 'file', key };
  const [, table, piece] = /^tables\/([a-z_][a-z0-9_]{0,62})\/(\d{7})$/.exec(entry) ?? [];
  return table === undefined ? null : { kind: 'table', table, piece: Number(piece) };
}

const MB = 1024 * 1024;
/** The most bytes that an entry of this kind may claim; more is not even read. */
export const MAX_BYTES: Readonly<Record<Place['kind'], number>> = {
  manifest: 4 * MB,
  contents: 256 * MB,
  secret: 4096,
  file: 256 * MB,
  table: 16 * MB,
};
