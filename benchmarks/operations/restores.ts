import { mkdirSync, statSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { startPostgres } from '#tests/chaos/kit/postgres';
import { removeDataDir, startScript } from '#tests/kit/process';
import { cpuMs } from '../process-tree.ts';
import { seedHistory } from '../seed-history.ts';
import { seedExams, seedLearners } from '../seed-learners.ts';
import { differingTables, hashEmbedded, hashTables, type TableHashes } from './table-hashes.ts';

const USERS = Number(process.env.BENCH_USERS ?? 100_000);
/** The history is that of a fifth of them; three emails and three lines of the audit log for each of all. */
const MAILS_PER_USER = 3;
const HISTORY_USERS = 20_000;
const MAX_SECONDS = 60;

/** A school of so many users: what they learned, what they were sent, what was audited. */
export async function seedWholeSchool(client: pg.Client): Promise<void> {
  await seedExams(client);
  await seedLearners(client, Math.max(1, USERS - HISTORY_USERS));
  await seedHistory(client, USERS * MAILS_PER_USER);
}

interface Ran {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Runs a command of the administration, and counts what it and the servers that it starts spend. */
async function lectern(
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const begin = performance.now();
  const command = startScript(join(root, 'src/server/cli/lectern.ts'), args, { env });
  let spent = 0;
  let isOver = false;
  const watching = (async () => {
    // What has ended can't be asked any more.
    for (; !isOver; await wait(100)) spent = Math.max(spent, cpuMs(command.child.pid ?? 0));
  })();
  const code = await command.ended;
  isOver = true;
  await watching;
  if (code !== 0) throw new Error(command.output());
  return { seconds: (performance.now() - begin) / 1000, cpuSeconds: spent / 1000 };
}

/**
 * Backs a stopped school up, and restores it into a fresh embedded database, from there into a server of its own, and from that
 * one into another embedded one. Compares every table each time. Answers how much is over its limit.
 */
export async function measureRestores(root: string, dataDir: string): Promise<number> {
  const before = await hashEmbedded(dataDir);
  const total = [...before.values()].reduce((sum, { rows }) => sum + rows, 0);
  const file = join(dataDir, 'school.backup');
  const made = await lectern(root, ['backup', file], { DATA_DIR: dataDir });
  const megabytes = statSync(file).size / 1024 ** 2;
  console.log(
    `\n${before.get('users')?.rows.toLocaleString('en')} users, ${total.toLocaleString('en')} rows in ${before.size} tables, backed up in ${shown(made)}: ${megabytes.toFixed(0)} MB`,
  );
  const [fresh, back] = [join(dataDir, 'fresh'), join(dataDir, 'back')];
  const scratch = join(dataDir, 'external');
  for (const folder of [fresh, back, scratch]) mkdirSync(folder, { mode: 0o711 });
  const external = await startPostgres(scratch);
  const { database, password, socket, user } = external;
  const address = `postgres:///${database}?${new URLSearchParams({ host: socket, user, password })}`;
  const outside = { DATA_DIR: scratch, DATABASE_URL: address };
  try {
    let over = 0;
    const compare = (name: string, ran: Ran, after: TableHashes) => {
      over += printRestore(name, ran, differingTables(before, after));
    };
    compare(
      'embedded -> embedded',
      await lectern(root, ['restore', file], { DATA_DIR: fresh }),
      await hashEmbedded(fresh),
    );
    compare(
      'embedded -> a server of its own',
      await lectern(root, ['restore', file], outside),
      await hashTables({ host: socket, user, password, database }),
    );
    const theirs = join(dataDir, 'their.backup');
    await lectern(root, ['backup', theirs], outside);
    compare(
      'a server of its own -> embedded',
      await lectern(root, ['restore', theirs], { DATA_DIR: back }),
      await hashEmbedded(back),
    );
    return over;
  } finally {
    await external.stop();
    for (const folder of [fresh, back]) removeDataDir(folder);
  }
}

const shown = ({ cpuSeconds, seconds }: Ran) =>
  `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} CPU s, load ${loadavg()[0]?.toFixed(0)} on ${availableParallelism()})`;

/** Where others use the machine, the CPU decides: reading, writing, and the building of indexes take turns. */
function printRestore(name: string, ran: Ran, differing: readonly string[]): number {
  const isSlow = ran.seconds > MAX_SECONDS && ran.cpuSeconds > MAX_SECONDS;
  const isOver = isSlow || differing.length > 0;
  const equal = differing.length === 0 ? 'every table equal' : `DIFFERENT: ${differing.join(', ')}`;
  console.log(
    `${isOver ? '!!' : 'ok'} restore ${name.padEnd(32)} ${shown(ran)} (limit ${MAX_SECONDS} s), ${equal}`,
  );
  return Number(isOver);
}
