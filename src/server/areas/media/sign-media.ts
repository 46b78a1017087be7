import type { MediaTrack } from '#contract/administration/media';
import { playableAs } from '#domain/media/playable';
import type { Services } from '#server/services';
import { mediaSignature } from './media-signature.ts';
import { selectSizes } from './media-sql.ts';

type Signing = Pick<Services, 'clock' | 'config' | 'db'>;
/** `widths`: of the smaller copies of a picture. */
interface Size {
  readonly width: number;
  readonly height: number;
  readonly widths: readonly number[];
}

/** What goes with a video wherever it plays. Unlike the size of a picture it can change, and is read each time. */
interface OwnVideo {
  readonly size: Size | null;
  readonly poster: string | null;
  readonly tracks: readonly MediaTrack[];
  /** The plain address of the list of its smaller sizes. */
  readonly sizes: string | null;
}
type Videos = ReadonlyMap<string, OwnVideo>;

/** A file, or a smaller copy of a picture. */
const ADDRESS = /^\/media\/([0-9a-f-]{36})(?:-\d{3,4})?\.([a-z0-9]{1,8})$/;
/** Every tag of sanitised HTML that can name a file: text never holds a `<`. */
const TAG = /<(img|a|video|audio) (?:[^<>"]|"[^"]*")*>/g;
const NAMED = / (?:src|href)="(\/media\/[0-9a-f-]{36}\.[a-z0-9]{1,8})"/;
/** Fields that authors alone fill. What learners wrote is never signed, or they could have any address signed. */
const AUTHORED = new Set(['html', 'introHtml', 'promptHtml', 'explanationHtml', 'src', 'captions']);
const OF_LEARNERS = new Set(['answers']);
const MAX_KNOWN = 20_000;

/** What a file is, by its id. It never changes, but of a video; a picture that everybody may open can be closed, and is not kept. */
const known = new Map<string, Size | 'video' | 'file'>();

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
  const videos = await learn(services, [...ids]);
  const more = (src: string) => facts(services, videos.get(idOf(src)));
  return mapAuthored(answer, (text) => signText(services, text, videos), more) as Answer;
}

/** What a reply that names a video by its own field says of it besides. */
function facts(services: Signing, video: OwnVideo | undefined): object {
  if (!video) return {};
  const { poster, sizes, tracks } = video;
  return {
    ...(sizes && { sizes: signed(services, sizes) }),
    ...(poster && { poster: signed(services, poster) }),
    ...(tracks.length > 0 && {
      tracks: tracks.map(({ address, ...track }) => ({ ...track, src: signed(services, address) })),
    }),
  };
}

function idOf(address: string): string {
  return ADDRESS.exec(address)?.[1] ?? '';
}

function signed(services: Signing, plain: string): string {
  return `${plain}?s=${mediaSignature(services, plain.slice('/media/'.length))}`;
}

function signText(services: Signing, text: string, videos: Videos): string {
  if (ADDRESS.test(text)) return signAddress(services, text)?.address ?? text;
  return text.replace(TAG, (tag, element: string) => {
    const plain = NAMED.exec(tag)?.[1];
    const found = plain && signAddress(services, plain);
    if (!found) return tag;
    const whole = tag.replace(`"${plain}"`, () => `"${found.address}"`);
    const video = element === 'video' ? videos.get(idOf(plain)) : undefined;
    const size = video ? video.size : found.size;
    const start =
      element === 'img' && size ? copiesOf(services, plain, size) : posterOf(services, video?.poster ?? null);
    const measures = size && element !== 'a' ? `width="${size.width}" height="${size.height}" ` : '';
    const list = video?.sizes ? `data-sizes="${signed(services, video.sizes)}" ` : '';
    const opening = whole.replace(`<${element} `, () => `<${element} ${measures}${start}${list}`);
    return `${opening}${tracksOf(services, video)}`;
  });
}

function posterOf(services: Signing, poster: string | null): string {
  return poster ? `poster="${signed(services, poster)}" ` : '';
}

/** Labels are words of people. */
function tracksOf(services: Signing, video: OwnVideo | undefined): string {
  return (video?.tracks ?? [])
    .map(
      ({ address, kind, label, language }) =>
        `<track kind="${kind}" srclang="${escapeHtml(language)}" label="${escapeHtml(label)}" src="${signed(services, address)}">`,
    )
    .join('');
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
  return { address: signed(services, plain), size: typeof what === 'string' ? null : what };
}

/** Reads what is not known yet of these files; answers what goes with those that are videos. */
async function learn({ db }: Signing, ids: readonly string[]): Promise<Videos> {
  const videos = new Map<string, OwnVideo>();
  const unknown = ids.filter((id) => (known.get(id) ?? 'video') === 'video' && UUID.test(id));
  if (unknown.length === 0) return videos;
  const rows = await selectSizes(db.kysely, unknown);
  if (known.size > MAX_KNOWN) known.clear();
  for (const { ending, has_sizes, height, id, tracks, video, width, widths } of rows) {
    const isVideo = playableAs(`.${ending}`) === 'video';
    if (width !== null && height !== null) known.set(id, { width, height, widths });
    else known.set(id, isVideo ? 'video' : 'file');
    const size = video && { width: video.width, height: video.height, widths: [] };
    const sizes = has_sizes ? `/media/${id}.m3u8` : null;
    if (isVideo) videos.set(id, { size, sizes, poster: video?.poster ?? null, tracks });
  }
  return videos;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A copy with the texts of authors mapped; what does not change is the same object. */
function mapAuthored(
  value: unknown,
  map: (text: string) => string,
  more: (src: string) => object = () => ({}),
  field = '',
): unknown {
  if (typeof value === 'string') return AUTHORED.has(field) && value.includes('/media/') ? map(value) : value;
  if (Array.isArray(value)) {
    const mapped = value.map((each) => mapAuthored(each, map, more));
    return mapped.every((each, at) => each === value[at]) ? value : mapped;
  }
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  const entries = Object.entries(value).map(
    ([name, each]) => [name, OF_LEARNERS.has(name) ? each : mapAuthored(each, map, more, name)] as const,
  );
  const isSame = entries.every(([name, each]) => each === (value as Record<string, unknown>)[name]);
  if (isSame) return value;
  return {
    ...Object.fromEntries(entries),
    ...('provider' in value && 'src' in value && more(String(value.src))),
  };
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function escapeHtml(words: string): string {
  return words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
