import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { cut } from '#domain/cut';
import { isPlainDrawing } from '#server/areas/media/drawings/is-plain-drawing';
import { looksLikePicture } from '#server/platform/decode-picture';
import { m } from '../../../../messages/messages.js';

/** What an address in Markdown begins with while its picture is not stored yet; its content's hash follows. */
const NEW_PICTURE = 'new-picture:';
const NEW_PICTURES = /new-picture:([0-9a-f]{64})/g;
const HELD = /^held-picture-(\d+)-$/;
const HELD_ANYWHERE = /held-picture-(\d+)-/g;
const DATA = /data\\?:image\/([\w.+-]{1,40});base64,([A-Za-z0-9+/]+(?:\\?=){0,2})/g;
const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
const MAX_PICTURES = 2000;
const MAX_TOTAL_BYTES = 100_000_000;

/** Why a picture is not there: what is said where it is left out, and of a question that cannot do without it. */
export const PICTURE_FAULTS = {
  missing: [m.imports_a_picture_that_is_neither_in_the, m.imports_it_shows_a_picture_that_is_neither],
  unreadable: [m.imports_a_picture_that_isnt_a_png_jpeg, m.imports_it_shows_a_picture_that_isnt_a],
  large: [m.imports_a_picture_larger_than_10_mb_was, m.imports_it_shows_a_picture_larger_than_10],
  many: [m.imports_a_picture_was_removed_because_there_are, m.imports_it_shows_a_picture_and_there_are],
} as const;
export type PictureFault = keyof typeof PICTURE_FAULTS;

export interface FoundPicture {
  readonly hash: string;
  /** What the file calls it. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
interface Held {
  readonly name: string;
  /** In base64. */
  readonly text: string;
  /** What stood in its place, where it may have meant no picture. */
  readonly source?: string;
}

/** The pictures that a file of questions holds. Only those that a question shows are decoded, each once. */
export class Pictures {
  readonly #held: Held[] = [];
  readonly #files: ReadonlyMap<string, Buffer>;
  readonly #folder: string;
  readonly #known = new Map<string, FoundPicture | PictureFault>();
  readonly #found = new Map<string, FoundPicture>();
  #total = 0;

  /** `files` lie beside the text, which is in `folder`. */
  constructor(files: ReadonlyMap<string, Buffer> = new Map(), folder = '') {
    this.#files = files;
    this.#folder = folder;
  }

  /** Text with short names for the pictures that are written into it (`data:`). */
  holdData(text: string): string {
    return text.replace(DATA, (source, type: string, base64: string) =>
      this.hold({ name: `embedded.${type.replace(/\+.*/, '')}`, text: base64.replaceAll('\\', ''), source }),
    );
  }

  /** A short name for a picture, to be written where it is shown. */
  hold(held: Held): string {
    return `held-picture-${this.#held.push(held) - 1}-`;
  }

  /** Text in which what turned out to be no picture stands again as it was. */
  restored(text: string): string {
    return text.replace(HELD_ANYWHERE, (name, at: string) => {
      const { source = name } = this.#held[Number(at)] ?? {};
      return source.replaceAll('\\', '');
    });
  }

  /** All texts of a question, likewise. */
  restoredIn(question: object): object {
    const text = JSON.stringify(question);
    return text.search(HELD_ANYWHERE) === -1 ? question : (JSON.parse(this.restored(text)) as object);
  }

  /** The address under which a picture of the file is written into Markdown, or why there is none. */
  addressOf(src: string): { readonly address: string } | { readonly fault: PictureFault } {
    const known = this.#known.get(src) ?? this.#read(src);
    this.#known.set(src, known);
    return typeof known === 'string' ? { fault: known } : { address: `${NEW_PICTURE}${known.hash}` };
  }

  /** The pictures that a text shows. */
  in(text: string): FoundPicture[] {
    return hashesIn(text).flatMap((hash) => this.#found.get(hash) ?? []);
  }

  #read(src: string): FoundPicture | PictureFault {
    const raw = this.#bytesOf(src);
    if (!raw) return 'missing';
    const { bytes, name } = raw;
    if (bytes.length > MAX_PICTURE_BYTES) return 'large';
    if (!looksLikePicture(bytes) && !isDrawing(bytes, name)) return 'unreadable';
    const hash = createHash('sha256').update(bytes).digest('hex');
    const same = this.#found.get(hash);
    if (same) return same;
    this.#total += bytes.length;
    if (this.#found.size >= MAX_PICTURES || this.#total > MAX_TOTAL_BYTES) return 'many';
    const picture = { hash, name: cut(name, 100), bytes: new Uint8Array(bytes) };
    this.#found.set(hash, picture);
    return picture;
  }

  #bytesOf(src: string): { readonly name: string; readonly bytes: Buffer } | null {
    const held = this.#held[Number(HELD.exec(src)?.[1] ?? -1)];
    if (held) {
      // What is surely too large is not decoded.
      const text = held.text.slice(0, 2 * MAX_PICTURE_BYTES);
      return { name: held.name, bytes: Buffer.from(text, 'base64') };
    }
    const path = decoded(src.replace(/^@@PLUGINFILE@@\//, '').replace(/[?#].*$/s, ''));
    const places = [posix.join(this.#folder, path), posix.normalize(path)];
    const place = places.find((each) => this.#files.has(each)) ?? this.#onlyOneNamed(posix.basename(path));
    const bytes = place === undefined ? undefined : this.#files.get(place);
    return bytes ? { name: posix.basename(path), bytes } : null;
  }

  /** Some platforms put all pictures into a folder that the text does not name. */
  #onlyOneNamed(name: string): string | undefined {
    const [first, second] = [...this.#files.keys()].filter((each) => posix.basename(each) === name);
    return second === undefined ? first : undefined;
  }
}

/** The hashes of the new pictures in a text, each once. */
export function hashesIn(text: string): string[] {
  return [...new Set([...text.matchAll(NEW_PICTURES)].map(([, hash = '']) => hash))];
}

/** The text with the addresses of pictures that are stored; others stay as they are. */
export function withStored(text: string, addresses: ReadonlyMap<string, string>): string {
  return text.replace(NEW_PICTURES, (place, hash: string) => addresses.get(hash) ?? place);
}

/** Why a question with these changes cannot do without its pictures; null when none is missing. */
export function pictureReason(changes: readonly string[]): string | null {
  const fault = Object.values(PICTURE_FAULTS).find(([left]) => changes.includes(left()));
  return fault?.[1]() ?? null;
}

function isDrawing(bytes: Buffer, name: string): boolean {
  return /\.svg$/i.test(name) && isPlainDrawing(bytes.toString('utf8'));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
