import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

interface Entry {
  readonly pid: number;
  readonly parent: number;
  /** CPU of the process and of its ended children, in ms. */
  readonly cpuMs: number;
}

function readEntry(pid: number): Entry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + (fields[index] ?? 0), 0);
    return { pid, parent: fields[1] ?? 0, cpuMs: (ticks * 1000) / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

/** The process and everything it has started, the database server included. */
export function processTree(root: number): Entry[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readEntry(Number(name)) ?? []);
  const members = new Set([root]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { parent, pid } of all) {
      if (members.has(parent) && !members.has(pid)) {
        members.add(pid);
        grown = true;
      }
    }
  }
  return all.filter(({ pid }) => members.has(pid));
}

/** CPU that the process and everything it has started has used so far, in ms. */
export function cpuMs(root: number): number {
  return processTree(root).reduce((sum, entry) => sum + entry.cpuMs, 0);
}

/**
 * CPU of the same processes in ms, from the scheduler's own clock: single requests can be told apart. What has ended since, such
 * as a parallel worker of the database, counts in ticks.
 */
export function fineCpuMs(root: number): number {
  return processTree(root).reduce((sum, { pid }) => sum + liveMs(pid) + endedMs(pid), 0);
}

function liveMs(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const ran = threads.map((id) =>
      Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
    );
    return ran.reduce((sum, ns) => sum + ns, 0) / 1e6;
  } catch {
    return 0;
  }
}

function endedMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** Memory in MiB: what the process holds, and its fair share where memory is shared with others. */
export function memoryMiB(pid: number): { rss: number; pss: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1024;
  return { rss: field('Rss'), pss: field('Pss') };
}

/** From now on; what it answers tells by how many MiB the process has held more at its peak since. */
export function watchPeakMemory(pid: number): () => number {
  // Forgets the peak of before.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const status = (name: string) =>
    Number(
      new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0,
    ) / 1024;
  const before = status('VmRSS');
  return () => status('VmHWM') - before;
}
