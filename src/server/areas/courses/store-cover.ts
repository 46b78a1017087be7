import { createHash, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';
import { FolderError } from './course-folder.ts';

const ELEMENTS = new Set([
  'svg',
  'g',
  'defs',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'lineargradient',
  'radialgradient',
  'stop',
  'clippath',
  'mask',
  'pattern',
  'title',
  'desc',
]);
const MAX_BYTES = 64 * 1024;

/** Throws unless a drawing holds shapes only: no script, no handler, no style sheet, nothing from elsewhere. */
export function checkDrawing(svg: string, name: string): void {
  const elements = [...svg.matchAll(/<\/?\s*([\w:-]+)/g)].map((match) => (match[1] ?? '').toLowerCase());
  const faulty =
    Buffer.byteLength(svg) > MAX_BYTES ||
    !/^\s*(<\?xml[^>]*\?>\s*)?<svg[\s>]/.test(svg) ||
    elements.some((element) => !ELEMENTS.has(element)) ||
    /<!|\son\w+\s*=|\b(?:xlink:)?href\s*=|javascript:|data:|@import|url\(\s*['"]?(?!#)/i.test(svg);
  if (faulty)
    throw new FolderError([
      `${name}: the cover must be a plain SVG drawing of at most 64 kB: shapes, no scripts, links, styles or pictures`,
    ]);
}

/** Stores a drawing under its own content, once; answers its address on this site. */
export async function storeCover({ storage }: Services, trx: Transaction<DB>, svg: string): Promise<string> {
  const bytes = Buffer.from(svg);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const known = await trx
    .selectFrom('media')
    .select('id')
    .where('kind', '=', 'cover')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  const id = known?.id ?? randomUUID();
  await storage.put(`${id}.svg`, bytes);
  if (!known)
    await trx
      .insertInto('media')
      .values({ id, kind: 'cover', mime: 'image/svg+xml', bytes: bytes.length, sha256 })
      .execute();
  return `/media/${id}.svg`;
}
