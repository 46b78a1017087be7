import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/client';
import { startEmbedded } from '#server/db/embedded/start-embedded';
import { createLog } from '#server/platform/log';
import { startScript } from '#tests/kit/process';

const ROUNDS = process.env.PROVE ? 200 : 5;
const SCRIPT = join(import.meta.dirname, 'writer-process.ts');
const log = createLog('silent');
let scratch = '';

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'lectern-writes-'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const acknowledged = (output: string) => [...output.matchAll(/^ack (\d+)$/gm)].map((match) => match[1] ?? '');

async function storedNumbers(dataDir: string): Promise<Set<string>> {
  const engine = await startEmbedded({ dataDir, address: 'http://localhost:1', log });
  const db = openDatabase({ connection: engine.connection, log });
  try {
    const { rows } = await db.pool.query<{ message: string }>('select message from contact_messages');
    const { rows: settings } = await db.pool.query<{ fsync: string }>('show fsync');
    expect(settings[0]?.fsync).toBe('on');
    return new Set(rows.map(({ message }) => message));
  } finally {
    await db.close();
    await engine.stop();
  }
}

/** Kills at a different moment each round; answers every number that was acknowledged. */
async function killWhileWriting(dataDir: string, victim: 'process' | 'database server'): Promise<string[]> {
  const acks: string[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const writer = startScript(SCRIPT, [dataDir]);
    await writer.says(/^ack \d+$/m);
    await wait(20 + ((round * 37) % 150));
    if (victim === 'database server') {
      process.kill(
        Number(readFileSync(join(dataDir, 'postgres', '18', 'postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGKILL',
      );
      await wait(50);
    }
    await writer.kill('SIGKILL');
    acks.push(...acknowledged(writer.output()));
  }
  return acks;
}

test.each(['process', 'database server'] as const)(
  `no acknowledged write is lost when the %s is killed, ${ROUNDS} times`,
  async (victim) => {
    const dataDir = join(scratch, victim.replace(' ', '-'));
    const acks = await killWhileWriting(dataDir, victim);
    const stored = await storedNumbers(dataDir);
    expect(acks.length).toBeGreaterThan(ROUNDS);
    expect(acks.filter((number) => !stored.has(number))).toEqual([]);
  },
  ROUNDS * 20_000,
);
