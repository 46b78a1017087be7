import type { Services } from '#server/services';
import { mediaSignature } from './media-signature.ts';
import { selectSizes } from './media-sql.ts';

type Signing = Pick<Services, 'clock' | 'config' | 'db'>;
/** `widths`: of the smaller copies of a picture. `poster`: the address of what a video shows before it plays. */
interface Size {
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
  readonly poster: string | null;
}

/** A file, or a smaller copy of a picture. */
const ADDRESS = /^\/media\/([0-9a-f-]{36})(?:-\d{3,4})?\.([a-z0-9]{1,8})$/;
/** Every tag of sanitised HTML that can name a file: text never holds a `<`. */
const TAG = /<(img|a|video|audio) (?:[^<>"]|"[^"]*")*>/g;
const NAMED = / (?:src|href)="(\/media\/[0-9a-f-]{36}\.[a-z0-9]{1,8})"/;
/** Fields that authors alone fill. What learners wrote is never signed, or they could have any address signed. */
const AUTHORED = new Set(['html', 'introHtml', 'promptHtml', 'explanationHtml', 'src', 'captions']);
const OF_LEARNERS = new Set(['answers']);
const MOST_KNOWN = 20_000;

/** What a file is, by its id. It never changes; a picture that everybody may open can be closed, and is not kept. */
const known = new Map<string, Size | 'file'>();

/**
 * An answer whose pictures and files can be opened by who reads it: addresses in fields of authors get a signature, and
 * pictures their size. For answers only that their reader may have (decision 59).
 */
export async function signMedia<Answer>(services: Signing, answer: Answer): Promise<Answer> {
  const ids = new Set<string>();
  mapAuthored(answer, (text) => {
    for (const [, id = ''] of text.matchAll(/\/media\/([0-9a-f-]{36})[-.]/g)) ids.add(id);
    return text;
  });
  if (ids.size === 0) return answer;
  await learn(services, [...ids]);
  return mapAuthored(answer, (text) => signText(services, text)) as Answer;
}

function signText(services: Signing, text: string): string {
  if (ADDRESS.test(text)) return signAddress(services, text)?.address ?? text;
  return text.replace(TAG, (tag, element: string) => {
    const plain = NAMED.exec(tag)?.[1];
    const signed = plain && signAddress(services, plain);
    if (!signed) return tag;
    const whole = tag.replace(`"${plain}"`, () => `"${signed.address}"`);
    if ((element !== 'img' && element !== 'video') || !signed.size) return whole;
    const { height, poster, width } = signed.size;
    const more = element === 'img' ? copiesOf(services, plain, signed.size) : posterOf(services, poster);
    return whole.replace(`<${element} `, `<${element} width="${width}" height="${height}" ${more}`);
  });
}

function posterOf(services: Signing, poster: string | null): string {
  return poster ? `poster="${poster}?s=${mediaSignature(services, poster.slice('/media/'.length))}" ` : '';
}

/** The smaller copies of a picture, for the browser to choose from: texts are 44 rem wide at most. */
function copiesOf(services: Signing, plain: string, { width, widths }: Size): string {
  if (widths.length === 0) return '';
  const stem = plain.slice('/media/'.length, plain.lastIndexOf('.'));
  const copies = widths.map((each) => {
    const file = `${stem}-${each}.webp`;
    return `/media/${file}?s=${mediaSignature(services, file)} ${each}w`;
  });
  // Where no copy is as wide, the picture itself is.
  if (!widths.includes(width)) copies.push(`${signAddress(services, plain)?.address ?? plain} ${width}w`);
  return `srcset="${copies.join(', ')}" sizes="(min-width: 48rem) 44rem, 100vw" `;
}

function signAddress(services: Signing, plain: string): { address: string; size: Size | null } | null {
  const what = known.get(ADDRESS.exec(plain)?.[1] ?? '');
  if (what === undefined) return null;
  const address = `${plain}?s=${mediaSignature(services, plain.slice('/media/'.length))}`;
  return { address, size: what === 'file' ? null : what };
}

/** Reads what is not known yet of these files. */
async function learn({ db }: Signing, ids: readonly string[]): Promise<void> {
  const unknown = ids.filter((id) => !known.has(id) && UUID.test(id));
  if (unknown.length === 0) return;
  const rows = await selectSizes(db.kysely, unknown);
  if (known.size > MOST_KNOWN) known.clear();
  for (const { height, id, video, width, widths } of rows) {
    if (width !== null && height !== null) known.set(id, { width, height, widths, poster: null });
    else known.set(id, video ? { ...video, widths: [] } : 'file');
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A copy with the texts of authors mapped; what does not change is the same object. */
function mapAuthored(value: unknown, map: (text: string) => string, field = ''): unknown {
  if (typeof value === 'string') return AUTHORED.has(field) && value.includes('/media/') ? map(value) : value;
  if (Array.isArray(value)) {
    const mapped = value.map((each) => mapAuthored(each, map));
    return mapped.every((each, at) => each === value[at]) ? value : mapped;
  }
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const entries = Object.entries(value).map(
    ([name, each]) => [name, OF_LEARNERS.has(name) ? each : mapAuthored(each, map, name)] as const,
  );
  const isSame = entries.every(([name, each]) => each === (value as Record<string, unknown>)[name]);
  return isSame ? value : Object.fromEntries(entries);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
