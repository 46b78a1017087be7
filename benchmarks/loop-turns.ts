/**
 * Loaded into the server before its own code: how long the thread that answers everybody works without a pause. It counts
 * the CPU of that thread between two ticks of a timer, so what else the machine has to do is not in it. On SIGUSR2 it
 * writes the longest turn since it was last asked.
 */
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 2;

// Threads and processes of the server inherit what it was started with.
if (isMainThread && process.argv[1]?.endsWith('/build/main/main.js')) watch();

function watch(): void {
  let [longest, asked] = [0, 0];
  let before = cpuMs();
  const tick = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  setInterval(tick, TICK_MS).unref();
  process.on('SIGUSR2', () => {
    asked += 1;
    process.stdout.write(`turn ${asked}: ${longest.toFixed(1)} ms\n`);
    longest = 0;
  });
}

function cpuMs(): number {
  const { system, user } = process.threadCpuUsage();
  return (system + user) / 1000;
}
