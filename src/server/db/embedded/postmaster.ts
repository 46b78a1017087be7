import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Identity } from './identity.ts';
import { type Locations, MAJOR_VERSION } from './locations.ts';
import { killProcess, readPidFile, stopProcess } from './server-process.ts';
import { spawnAs } from './spawn-as.ts';

const SETTINGS = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  // Small schools run on little memory; what doesn't fit stays in the cache of the system.
  'shared_buffers=32MB',
  // A page that isn't there is in the cache of the system, or on a disk without a head to move.
  'random_page_cost=1.1',
  'max_connections=60',
  'wal_level=replica',
  'log_min_duration_statement=500',
  'log_line_prefix=',
  // Its log may hold no values: they are people's addresses and words.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
  'log_parameter_max_length=0',
];

/** What older major versions don't know: they are started only to be read. */
const NEWER_SETTINGS = ['io_method=sync'];

/**
 * The shell holds a pipe to us: it says the number of the server, and when we end in whatever way it reads the end of
 * the file and stops the server.
 */
const GUARD =
  '"$@" 3<&- & server=$!; echo "$server" >&3; (read -r _ <&3; kill -INT "$server" 2>/dev/null) & wait "$server"; code=$?; kill $! 2>/dev/null; exit "$code"';
const PATIENCE_MS = 30_000;
const LAST_WORDS_MS = 20;

export interface Postmaster {
  readonly pid: number;
  /** Resolves with the exit code when the server has ended; never rejects. */
  readonly ended: Promise<number>;
  readonly hasEnded: () => boolean;
  stop(): Promise<void>;
  /** Ends it without another word to its files, and leaves its locks: they may be those of another server by now. */
  kill(): Promise<void>;
}

/**
 * Starts the server and waits until it accepts connections, however long it recovers: stopped meanwhile, it would have to
 * begin again each time. Rejects with its last words when it ends before.
 */
export async function startPostmaster(
  { cluster, native, socketDirectory }: Locations,
  identity: Identity | null,
  onLog: (line: string) => void,
  extraSettings: readonly string[] = [],
  major = MAJOR_VERSION,
): Promise<Postmaster> {
  const newer = major === MAJOR_VERSION ? NEWER_SETTINGS : [];
  const settings = [
    ...SETTINGS,
    ...newer,
    ...extraSettings,
    `unix_socket_directories=${socketDirectory}`,
  ].flatMap((setting) => ['-c', setting]);
  const server = [join(native, 'bin', 'postgres'), '-D', cluster, ...settings];
  const child = spawnAs(
    identity,
    '/bin/sh',
    ['-c', GUARD, 'sh', ...server],
    ['ignore', 'ignore', 'pipe', 'pipe'],
  );
  const words: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) {
      if (line.trim() === '') continue;
      words.push(line);
      if (words.length > 20) words.shift();
      onLog(line);
    }
  });
  let pid = 0;
  child.stdio[3]?.on('data', (text: Buffer) => {
    pid = Number(text);
  });
  child.stdio[3]?.on('error', () => undefined);
  let over = false;
  const ended = new Promise<number>((resolve) => {
    const end = (code: number | null) => {
      over = true;
      resolve(code ?? 1);
    };
    child.once('error', (error) => {
      words.push(error.message);
      end(1);
    });
    child.once('exit', end);
  });
  await untilReady();
  return {
    pid,
    ended,
    hasEnded: () => over,
    stop: () => stopProcess(pid, () => over),
    kill: async () => {
      if (!over) killProcess(pid);
      await ended;
    },
  };

  async function untilReady(): Promise<void> {
    for (let since = Date.now(); ; await wait(5)) {
      const file = readPidFile(cluster);
      // Another start on the same folder has a pid file too.
      if (file?.isReady && file.pid === pid) return;
      if (over) {
        // What it said last may still be on its way to us.
        await wait(LAST_WORDS_MS);
        throw new Error(`PostgreSQL didn't start: ${words.join(' ') || 'no output'}`);
      }
      if (Date.now() - since < PATIENCE_MS) continue;
      since = Date.now();
      onLog('WARNING: PostgreSQL is still starting');
    }
  }
}
