import pg from 'pg';
import type { Config } from '#server/config';
import { openStorage } from '#server/platform/open-storage';
import { type Finding, fault, ok, reasonOf } from './finding.ts';
import { COUNTED_FILES, type CountedFile, KNOWN_KEYS, LIBRARY_BYTES, SEGMENTS } from './store-sql.ts';

const NAMED = 3;
const GIGABYTE = 1024 ** 3;

/** Whether the store has every file that the database counts on, what it holds besides, and how full the library is. */
export async function checkStore(
  config: Config,
  connection: pg.ClientConfig,
  open: typeof openStorage = openStorage,
): Promise<Finding[]> {
  const keys = new Set<string>();
  let list: (into: Set<string>) => Promise<void>;
  try {
    const storage = await open(config);
    list = async (into) => {
      for await (const key of storage.list()) into.add(key);
    };
    // Before the rows are read: what those don't name is no file of this moment.
    await list(keys);
  } catch (error) {
    return [unreadable(error)];
  }
  const { bytes, counted, known, segments } = await readRows(connection);
  const files = [...counted, ...segments];
  const later = new Set(keys);
  try {
    // Once more for what has arrived meanwhile: it is in the rows alone so far.
    if (files.some(isMissingIn(keys))) await list(later);
  } catch (error) {
    return [unreadable(error)];
  }
  return [
    missingIn(counted, later),
    ...missingSegments(segments, later),
    unusedIn(keys, [...files.flatMap(({ places }) => places), ...known]),
    room(bytes, config.mediaBytes),
  ];
}

function unreadable(error: unknown): Finding {
  return fault(
    `files: ${reasonOf(error)}`,
    'check that the user that runs Lectern can read the store of uploads',
  );
}

async function readRows(connection: pg.ClientConfig) {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows: counted } = await client.query<CountedFile>(COUNTED_FILES);
    const { rows: segments } = await client.query<CountedFile>(SEGMENTS);
    const { rows: known } = await client.query<{ key: string }>(KNOWN_KEYS);
    const { rows: sums } = await client.query<{ bytes: string }>(LIBRARY_BYTES);
    return { counted, segments, known: known.map(({ key }) => key), bytes: Number(sums[0]?.bytes ?? 0) };
  } finally {
    await client.end();
  }
}

const isMissingIn =
  (keys: ReadonlySet<string>) =>
  ({ places }: CountedFile): boolean =>
    !places.some((place) => keys.has(place));

function missingIn(counted: readonly CountedFile[], keys: ReadonlySet<string>): Finding {
  const missing = counted.filter(isMissingIn(keys));
  if (missing.length === 0) return ok(`files: all ${counted.length} are in the store`);
  const named = missing.slice(0, NAMED).map(({ name, places: [place] }) => `${name} (${place})`);
  return fault(
    `files: ${missing.length} of ${counted.length} aren't in the store: ${listed(named, missing.length)}`,
    'restore them from a backup into the store of uploads, or upload them again in the media library',
  );
}

/** A video with a hole in a smaller size plays as uploaded. */
function missingSegments(segments: readonly CountedFile[], keys: ReadonlySet<string>): Finding[] {
  const names = new Set(segments.filter(isMissingIn(keys)).map(({ name }) => name));
  if (names.size === 0) return [];
  return [
    fault(
      `videos: parts of smaller sizes aren't in the store: ${listed([...names].slice(0, NAMED), names.size)}`,
      'open them in the media library and choose “Make again”',
    ),
  ];
}

/** They only take room, and one of them may be an upload of this moment: nothing is wrong with that. */
function unusedIn(keys: ReadonlySet<string>, known: readonly string[]): Finding {
  const own = new Set(known);
  const unused = [...keys].filter((key) => !own.has(key));
  return ok(
    unused.length === 0
      ? 'files: none in the store that nothing uses'
      : `files: ${unused.length} in the store that nothing uses, safe to delete if they stay: ${listed(unused.slice(0, NAMED), unused.length)}`,
  );
}

function room(bytes: number, most: number): Finding {
  const what = `media library: ${(bytes / GIGABYTE).toFixed(2)} of ${(most / GIGABYTE).toFixed(0)} GB used`;
  return bytes < most ? ok(what) : fault(what, 'delete files that nothing uses, or raise MEDIA_QUOTA_GB');
}

function listed(names: readonly string[], count: number): string {
  return `${names.join(', ')}${count > names.length ? ', …' : ''}`;
}
