import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase, dropDatabase } from '#tests/kit/database';
import { type Started, startScript } from '#tests/kit/process';
import { type Balancer, startBalancer } from './balancer.ts';

const MAIN = join(import.meta.dirname, '../../../src/server/main.ts');
const PROCESSES = process.env.PROVE ? 4 : 2;
const RESTARTS = process.env.PROVE ? 20 : 2;
const CLIENTS = process.env.PROVE ? 16 : 6;
/** A client asks this often, so that the machine is busy and not swamped. */
const PAUSE_MS = 20;

/** The settings of processes on one database. */
async function settings(): Promise<Record<string, string>> {
  const server = inject('database');
  const name = await createDatabase(server, `rolling_${randomBytes(6).toString('hex')}`);
  onTestFinished(() => dropDatabase(server, name));
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-rolling-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const url = new URL(`postgres://localhost:${server.port}/${name}`);
  url.username = server.user;
  url.password = server.password;
  if (server.host.startsWith('/')) url.searchParams.set('host', server.host);
  else url.hostname = server.host;
  return {
    DATABASE_URL: url.href,
    DATA_DIR: dataDir,
    PORT: '0',
    PUBLIC_URL: 'http://school.test',
    LABS: 'off',
    SAMPLE_CONTENT: 'off',
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
    // Longer than the balancer takes to notice, also on a machine that is busy with other tests.
    DRAIN_SECONDS: '5',
  };
}

interface Backend {
  readonly process: Started;
  readonly port: number;
}

async function startBackend(env: Record<string, string>, balancer: Balancer): Promise<Backend> {
  const started = startScript(MAIN, [], { env });
  onTestFinished(() => started.kill('SIGKILL'));
  const [, said] = await started.says(/Lectern is ready: http:\/\/localhost:(\d+)/, 120_000);
  const port = Number(said);
  balancer.add(port);
  return { port, process: started };
}

/** Reads and writes until it is over; answers each status that is not 200. */
async function load(balancer: Balancer, client: number, isOver: () => boolean) {
  const seen = { asked: 0, bad: [] as string[] };
  while (!isOver()) {
    seen.asked += 1;
    const isWrite = seen.asked % 10 === 0;
    const path = isWrite
      ? '/api/contact'
      : ['/api/plans', '/api/courses', '/api/session', '/api/categories'][seen.asked % 4];
    const reply = await fetch(`${balancer.url}${path}`, {
      ...(isWrite && {
        method: 'POST',
        body: JSON.stringify({
          name: 'Ada',
          email: 'ada@school.test',
          message: 'A question for you',
          website: '',
        }),
      }),
      headers: {
        origin: 'http://school.test',
        // Another address each time: no limit is met.
        'x-forwarded-for': `10.${client}.${(seen.asked >> 8) & 255}.${seen.asked & 255}`,
        ...(isWrite && { 'content-type': 'application/json' }),
      },
    }).catch((error: unknown) => String(error));
    if (typeof reply === 'string') seen.bad.push(`${path}: ${reply}`);
    else {
      const text = await reply.text().catch((error: unknown) => `cut off: ${error}`);
      if (!reply.ok || text.startsWith('cut off'))
        seen.bad.push(`${path}: ${reply.status} ${text.slice(0, 200)}`);
    }
    await wait(PAUSE_MS);
  }
  return seen;
}

test(`${RESTARTS} rolling restarts of ${PROCESSES} processes under load lose no request`, {
  timeout: 600_000,
}, async () => {
  const env = await settings();
  const balancer = await startBalancer();
  onTestFinished(() => balancer.stop());
  const backends: Backend[] = [];
  for (let number = 0; number < PROCESSES; number += 1) backends.push(await startBackend(env, balancer));
  while (balancer.ready() < PROCESSES) await wait(20);
  let isOver = false;
  const loads = Array.from({ length: CLIENTS }, (_, client) => load(balancer, client, () => isOver));
  await wait(500);
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const oldest = backends.shift();
    if (!oldest) throw new Error('there is a backend');
    oldest.process.child.kill('SIGTERM');
    expect(await oldest.process.ended).toBe(0);
    balancer.remove(oldest.port);
    backends.push(await startBackend(env, balancer));
    while (balancer.ready() < PROCESSES) await wait(20);
  }
  isOver = true;
  const seen = await Promise.all(loads);
  const asked = seen.reduce((sum, each) => sum + each.asked, 0);
  process.stdout.write(`${asked} requests during ${RESTARTS} restarts\n`);
  expect(balancer.faults).toEqual([]);
  expect(seen.flatMap(({ bad }) => bad)).toEqual([]);
  expect(asked).toBeGreaterThan(RESTARTS * 20);
});
