/**
 * A school in full use for a long time: `node benchmarks/soak/run.ts --minutes 15 --rate 200` (these are what it does without
 * options; `npm run prove` runs it so). Visitors, learners, candidates, people in labs and administrators ask for so many
 * requests a second, emails go to a mail server and files to an object store of its own. It fails on an answer that nobody
 * expects or that the contract doesn't state, on an error in the server's log, on memory that grows by more than 1 MiB a minute
 * once everything is warm, on handles that stay open, and on emails and jobs that are left undone. `--seed` chooses other people
 * and things.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { findRunning } from '#server/db/embedded/find-running';
import { startMailServer } from '#tests/integration/mail/mail-server';
import { removeDataDir, type Started, startScript } from '#tests/kit/process';
import { startS3Server } from '#tests/kit/s3-server';
import { ensureBundle } from '#tools/server/ensure-bundle';
import { send } from '../load.ts';
import { readStartSettings } from '../server/start-settings.ts';
import { openStreams, openTraffic, shareOf } from './generate.ts';
import { ADMINISTRATORS } from './mix/administrators.ts';
import { BACKGROUND } from './mix/background.ts';
import { EXAMS_AND_LABS } from './mix/exams-and-labs.ts';
import { LEARNERS } from './mix/learners.ts';
import { VISITORS } from './mix/visitors.ts';
import { seededRandom } from './random.ts';
import { seedWorld } from './seed-world.ts';
import { type Point, slopeOf } from './slope.ts';
import { countSent, databaseMiB, undoneAfter } from './undone.ts';
import { countHandles, type Handles, type Sample, sampleMemory, type Watched } from './watch-process.ts';

const HABITS = [...VISITORS, ...LEARNERS, ...EXAMS_AND_LABS, ...ADMINISTRATORS, ...BACKGROUND];
const HEAD = { email: 'head@school.test', password: 'a-long-secret-of-the-head' };
const STREAMS = 30;
/** MiB a minute. */
const MAX_GROWTH = 1;
/** A slope over less is noise: it is shown and decides nothing. */
const LEAST_MINUTES = 5;
/** Of the requests that were to be sent. */
const LEAST_SHARE = 0.95;
/** How long connections that nobody needs may stay open, and work may be left, after the last request. */
const SETTLE_SECONDS = 100;
const SAMPLES = 60;
/** Collecting garbage makes others wait. */
const LEAST_PAUSE_MS = 5000;
const MINUTE_MS = 60_000;
/** Levels of the log. */
const [WARNING, ERROR] = [40, 50];
const root = join(import.meta.dirname, '../..');

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    rate: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '4891' },
  },
});
const minutes = Number(values.minutes);
const rate = Number(values.rate);
const port = Number(values.port);
const origin = `http://localhost:${port}`;
/** Until everything is compiled, cached, and as large as it gets. */
const warming = Math.min(5, minutes / 3);
const dataDir = mkdtempSync(join(tmpdir(), 'lectern-soak-'));

let failures = 0;
function check(isGood: boolean, line: string): void {
  if (!isGood) failures += 1;
  console.log(`${isGood ? 'ok' : '!!'} ${line}`);
}

async function startServer(outside: { smtp: string; s3: string; observed: string }): Promise<Started> {
  const settings = readStartSettings(root);
  const server = startScript(await ensureBundle(root), [], {
    nodeArgs: [...settings.nodeArgs, `--import=${join(import.meta.dirname, 'observer.ts')}`],
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...settings.env,
      OBSERVED: outside.observed,
      ADMIN_EMAIL: HEAD.email,
      ADMIN_PASSWORD: HEAD.password,
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: outside.smtp,
      S3_URL: outside.s3,
    },
  });
  await server.says(/Lectern is ready/, 120_000);
  return server;
}

async function signIn(): Promise<string> {
  const reply = await send(port, {
    path: '/api/sign-in',
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(HEAD),
  });
  const cookies = reply.headers['set-cookie'];
  return (Array.isArray(cookies) ? cookies : []).map((cookie) => cookie.split(';')[0]).join('; ');
}

/** Memory at equal times, in minutes since the start. */
async function watchMemory(watched: Watched, isOver: () => boolean): Promise<[number, Sample][]> {
  const samples: [number, Sample][] = [];
  const begin = performance.now();
  const pause = Math.max(LEAST_PAUSE_MS, (minutes * MINUTE_MS) / SAMPLES);
  while (!isOver()) {
    samples.push([(performance.now() - begin) / MINUTE_MS, await sampleMemory(watched)]);
    await wait(pause);
  }
  return samples;
}

function checkMemory(samples: readonly [number, Sample][]): void {
  const warm = samples.filter(([minute]) => minute >= warming);
  const helpers = lasting(warm.map(([, sample]) => sample));
  const of = (sample: Sample, kind: keyof Sample): number =>
    kind === 'helpers' ? helpers.reduce((sum, pid) => sum + (sample.helpers.get(pid) ?? 0), 0) : sample[kind];
  const decides = minutes - warming >= LEAST_MINUTES;
  const names = {
    rss: 'server',
    heap: 'its heap after collection',
    helpers: 'helpers that stay',
    database: 'database',
  };
  for (const kind of ['rss', 'heap', 'helpers', 'database'] as const) {
    const points = warm.map(([minute, sample]): Point => ({ minute, value: of(sample, kind) }));
    const slope = slopeOf(points);
    const [first, last] = [points[0]?.value ?? Number.NaN, points.at(-1)?.value ?? Number.NaN];
    // The database grows into the memory that it was given, and what it holds is no leak of ours.
    const isGood = !decides || kind === 'database' || slope < MAX_GROWTH;
    check(
      isGood,
      `memory of ${names[kind].padEnd(26)} ${first.toFixed(1)} to ${last.toFixed(1)} MiB, ${slope.toFixed(2)} MiB a minute (limit ${decides && kind !== 'database' ? MAX_GROWTH : 'none'})`,
    );
  }
}

/** The helpers that were there all the time. */
function lasting(samples: readonly Sample[]): number[] {
  const [first] = samples;
  return [...(first?.helpers.keys() ?? [])].filter((pid) => samples.every(({ helpers }) => helpers.has(pid)));
}

/** Waits until no more is open than before, for a while; answers what is. */
async function leftOpen(watched: Watched, before: Handles): Promise<[string, number, number][]> {
  for (const deadline = Date.now() + SETTLE_SECONDS * 1000; ; await wait(2000)) {
    const more = [...(await countHandles(watched))]
      .map(([kind, count]): [string, number, number] => [kind, before.get(kind) ?? 0, count])
      .filter(([, earlier, count]) => count > earlier);
    if (more.length === 0 || Date.now() > deadline) return more;
  }
}

/** What is open while nobody asks for anything, once connections that were kept for the next request are closed. */
async function restingHandles(watched: Watched): Promise<Handles> {
  let least = await countHandles(watched);
  const total = (handles: Handles) => [...handles.values()].reduce((sum, count) => sum + count, 0);
  for (
    const deadline = Date.now() + Math.min(45, minutes * 30) * 1000;
    Date.now() < deadline;
    await wait(2000)
  ) {
    const now = await countHandles(watched);
    if (total(now) < total(least)) least = now;
  }
  return least;
}

/** Each message of the log of this level or above, and how often it came. */
function logged(output: string, level: number): Map<string, number> {
  const found = output.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const entry = JSON.parse(line) as { level: number; msg: string };
    return entry.level >= level ? [entry.msg] : [];
  });
  return new Map(
    [...Map.groupBy(found, (message) => message)].map(([message, all]) => [message, all.length]),
  );
}

async function soak(server: Started, observed: string, mails: readonly string[]): Promise<void> {
  const watched = { pid: server.child.pid ?? 0, file: observed };
  const client = new pg.Client((await findRunning(dataDir)) ?? {});
  client.on('error', () => undefined);
  await client.connect();
  const world = await seedWorld(client, { dataDir, origin });
  const candidates = Math.round(shareOf(HABITS, 'answer save behind one address') * rate * 5);
  const random = seededRandom(Number(values.seed));
  const context = { world, random, origin, candidates, admin: await signIn() };
  console.log(
    `${rate} requests a second for ${minutes} minutes, ${candidates} candidates behind one address`,
  );

  // Everything is used once before what is open is counted.
  const first = openTraffic(port, HABITS, context);
  const firstOver = Date.now() + Math.min(30_000, minutes * 10_000);
  await first.run(rate, () => Date.now() > firstOver);
  first.close();
  await undoneAfter(client, 30);
  const before = await restingHandles(watched);

  const traffic = openTraffic(port, HABITS, context);
  const closeStreams = openStreams(port, world.courses, STREAMS);
  const end = Date.now() + minutes * MINUTE_MS;
  const isOver = () => Date.now() > end;
  const sizeBefore = await databaseMiB(client);
  const [samples] = await Promise.all([watchMemory(watched, isOver), traffic.run(rate, isOver)]);
  closeStreams();
  traffic.close();

  const { again, byHabit, faults, p50, p99, parsed, seconds, sent, skipped, slowest } = traffic.counted();
  const isFast = sent >= rate * seconds * LEAST_SHARE;
  check(
    isFast,
    `${sent} requests, ${(sent / seconds).toFixed(0)} a second; ${skipped} not sent because the server was behind`,
  );
  console.log(
    `   ${again} sent again over another connection; answers after ${p50.toFixed(1)} ms (median), ${p99.toFixed(0)} ms (p99)`,
  );
  const longest = slowest.map(({ ms, name, second }) => `${name} ${ms.toFixed(0)} ms (second ${second})`);
  console.log(`   longest: ${longest.join(', ')}`);
  console.log(`   ${[...byHabit].map(([name, count]) => `${name} ${count}`).join(', ')}`);
  const parsedCount = [...parsed.values()].reduce((sum, count) => sum + count, 0);
  console.log(`   ${parsedCount} replies of ${parsed.size} kinds were parsed by the contract`);
  const never = HABITS.filter(({ name }) => !byHabit.has(name)).map(({ name }) => name);
  check(minutes < 1 || never.length === 0, `everything was done${never.length > 0 ? `, but: ${never}` : ''}`);
  const faultCount = [...faults.values()].reduce((sum, count) => sum + count, 0);
  check(faultCount === 0, `${faultCount} answers that nobody expects`);
  for (const [text, count] of faults) console.log(`   ${count} x ${text}`);
  checkMemory(samples);
  const undone = await undoneAfter(client, SETTLE_SECONDS);
  check(
    undone.size === 0,
    `nothing is left to do${[...undone].map(([what, count]) => `; ${what}: ${count}`)}`,
  );
  const sentMails = await countSent(client);
  check(sentMails === mails.length, `${sentMails} emails were sent, and the mail server has ${mails.length}`);
  console.log(`   database ${sizeBefore.toFixed(0)} to ${(await databaseMiB(client)).toFixed(0)} MiB`);
  await client.end();
  const open = await leftOpen(watched, before);
  check(open.length === 0, `${open.length} kinds of handles are left open`);
  for (const [kind, earlier, count] of open) console.log(`   ${kind}: ${earlier} before, ${count} now`);
}

const [mailServer, store] = [await startMailServer(), await startS3Server()];
const observed = join(tmpdir(), `lectern-soak-${process.pid}.json`);
const server = await startServer({ smtp: mailServer.url, s3: store.url(), observed });
try {
  await soak(server, observed, mailServer.mails);
} finally {
  await server.kill('SIGTERM');
  check(server.child.exitCode === 0, `the server ended with ${server.child.exitCode}`);
  const errors = logged(server.output(), ERROR);
  check(errors.size === 0, `${errors.size} kinds of errors in the server's log`);
  for (const [message, count] of logged(server.output(), WARNING)) console.log(`   ${count} x ${message}`);
  if (failures > 0) console.log(server.output().slice(-4000));
  removeDataDir(dataDir);
  rmSync(observed, { force: true });
  await mailServer.stop();
  await store.stop();
}
process.exitCode = failures === 0 ? 0 : 1;
