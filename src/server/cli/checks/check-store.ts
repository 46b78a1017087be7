import pg from 'pg';
import type { Config } from '#server/config';
import { openStorage } from '#server/platform/open-storage';
import { type Finding, fault, ok, reasonOf } from './finding.ts';
import { COUNTED_FILES, type CountedFile, LIBRARY_BYTES, SEGMENTS, WAITING_KEYS } from './store-sql.ts';

const NAMED = 3;
const GIGABYTE = 1024 ** 3;

/** Whether the store has every file that the database counts on, what it holds besides, and how full the library is. */
export async function checkStore(
  config: Config,
  connection: pg.ClientConfig,
  open: typeof openStorage = openStorage,
): Promise<Finding[]> {
  const keys = new Set<string>();
  try {
    // Listed before the rows are read: a file that arrives meanwhile is in both, or in the rows alone for a moment.
    const storage = await open(config);
    for await (const key of storage.list()) keys.add(key);
  } catch (error) {
    return [
      fault(
        `files: ${reasonOf(error)}`,
        'check that the user that runs Lectern can read the store of uploads',
      ),
    ];
  }
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows: counted } = await client.query<CountedFile>(COUNTED_FILES);
    const { rows: segments } = await client.query<CountedFile>(SEGMENTS);
    const { rows: waiting } = await client.query<{ key: string }>(WAITING_KEYS);
    const { rows: sums } = await client.query<{ bytes: string }>(LIBRARY_BYTES);
    return [
      missingIn(counted, keys),
      ...missingSegments(segments, keys),
      unusedIn(keys, [
        ...[...counted, ...segments].flatMap(({ places }) => places),
        ...waiting.map(({ key }) => key),
      ]),
      room(Number(sums[0]?.bytes ?? 0), config.mediaBytes),
    ];
  } finally {
    await client.end();
  }
}

function missingIn(counted: readonly CountedFile[], keys: ReadonlySet<string>): Finding {
  const missing = counted.filter(({ places }) => !places.some((place) => keys.has(place)));
  if (missing.length === 0) return ok(`files: all ${counted.length} are in the store`);
  const named = missing.slice(0, NAMED).map(({ name, places: [place] }) => `${name} (${place})`);
  return fault(
    `files: ${missing.length} of ${counted.length} aren't in the store: ${listed(named, missing.length)}`,
    'restore them from a backup into the store of uploads, or upload them again in the media library',
  );
}

/** A video with a hole in a smaller size plays as uploaded. */
function missingSegments(segments: readonly CountedFile[], keys: ReadonlySet<string>): Finding[] {
  const names = new Set(
    segments.filter(({ places }) => !places.some((place) => keys.has(place))).map(({ name }) => name),
  );
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
