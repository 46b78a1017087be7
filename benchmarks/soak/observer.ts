/**
 * Loaded into the server before its own code. On SIGUSR2 it collects what is garbage and writes to OBSERVED what is left: the
 * heap, and what is open by kind.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const { OBSERVED } = process.env;

// Threads and processes of the server inherit what it was started with.
if (OBSERVED && isMainThread && process.argv[1]?.endsWith('/build/main/main.js')) observe(OBSERVED);

function observe(file: string): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  process.on('SIGUSR2', () => {
    const { rss } = process.memoryUsage();
    collect();
    const { external, heapUsed } = process.memoryUsage();
    const open: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) open[kind] = (open[kind] ?? 0) + 1;
    // Renamed, so that whoever waits for it never reads half of it.
    writeFileSync(`${file}.new`, JSON.stringify({ rss, external, heapUsed, open }));
    renameSync(`${file}.new`, file);
  });
}
