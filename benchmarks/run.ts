/**
 * `npm run bench`: what a request costs, in CPU ms of all our processes together (the database server included), beside
 * the limits of the same machine in the same run. Rounds are interleaved; medians and ratios are printed. A limit in ms
 * is that of the machine it was set on, where bare node:http costs 0.019; elsewhere the ratio to bare node:http decides. With `--users`
 * the list of a million users is measured as well, with `--users-only` nothing else; seeding takes a minute or two. With
 * `--learners-only` what learning costs is measured alone, with a hundred learners and with a hundred thousand; with
 * `--reads-only` what reads, a sign-in, and a save of a course cost, with `--webhooks-only` what a notice of the payment provider costs, with `--costly-only` how long others wait while strangers send what is costly, with `--labs-only` what labs cost, with
 * `--exports-only` what files with fifty thousand people cost beside one statement, with `--erasures-only` how long the erasure of a person
 * takes beside a million mails, with `--notices-only` how long one notice to a hundred thousand people holds others up, with `--restore-only` how long a school of a hundred thousand people takes to restore,
 * with `--growth-only` what every GET route grows by from a hundred learners to a hundred thousand (two schools side by side), with `--start-only` how long starts take, with `--weight-only` what a fresh clone takes, with `--limits-only` what the server may take
 * beside bare node:http, in CPU and in memory, with `--visit-only` what a first visit costs a
 * phone. `BENCH_PORT` is another port to do it at.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findRunning } from '#server/db/embedded/find-running';
import { removeDataDir, type Started, startScript } from '#tests/kit/process';
import { ensureBundle } from '#tools/server/ensure-bundle';
import { attacksOf } from './attacks.ts';
import { commentCall, streamMemory } from './comments.ts';
import { measureCostly } from './costly.ts';
import { measureErasures } from './erasures.ts';
import { measureExports } from './exports.ts';
import { measureLabs } from './labs.ts';
import { measureLearners } from './learners.ts';
import { type Call, isAbove, measure, median, type Server, send, timesBare } from './load.ts';
import { measureGrowth } from './operations/growth.ts';
import { measureNotices } from './operations/notices.ts';
import { measureRestores, seedWholeSchool } from './operations/restores.ts';
import { measureStarts } from './operations/starts.ts';
import { memoryMiB } from './process-tree.ts';
import { seedAttackers } from './seed-attackers.ts';
import { seedCourses } from './seed-courses.ts';
import { seedMembers } from './seed-members.ts';
import { seedMember, seedUsers } from './seed-users.ts';
import { measureLimits } from './server/limits.ts';
import { IDLE_AFTER, printStarts, type Starts } from './server/memory.ts';
import { type Case, print } from './server/print-reads.ts';
import { readStartSettings } from './server/start-settings.ts';
import { measureUserList } from './user-list.ts';
import { measureVisits } from './visit.ts';
import { measureWebhooks, PAYMENT_SETTINGS } from './webhooks.ts';
import { measureWeight } from './weight.ts';

const ROUNDS = 5;
/** What a limit of the machine is asked. */
const LIMIT = { requests: 8000, callers: 16, call: () => ({ path: '/' }) };
/** Requests until its code is compiled; before, each costs half as much again. */
const WARMING = 30_000;
const STREAMS = 100;
const MEMBERS = 4000;
const USERS = 1_000_000;
const wants = (option: string) => process.argv.includes(option);
const PORT = Number(process.env.BENCH_PORT ?? 4890);
const ADMIN = { email: 'head@school.test', password: 'a-long-secret-of-the-head' };
/** Signs in over and over: an account keeps 50 sessions, and what else is measured needs its own to stay. */
const SOMEBODY = { email: 'somebody@school.test', password: 'a quiet sentence to remember' };
const root = join(import.meta.dirname, '..');
const dataDir = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
const JSON_HEADERS = { 'content-type': 'application/json', origin: `http://localhost:${PORT}` };
const running: Started[] = [];

async function connect(): Promise<pg.Client> {
  const connection = await findRunning(dataDir);
  if (!connection) throw new Error('the embedded database server is not running');
  const client = new pg.Client(connection);
  // After a failure the server ends before its clients do: what failed is told, not that.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function startServer(nodeArgs: readonly string[] = []): Promise<{ server: Started; ms: number }> {
  const main = await ensureBundle(root);
  const begin = performance.now();
  const settings = readStartSettings(root);
  const server = startScript(main, [], {
    nodeArgs: [...settings.nodeArgs, ...nodeArgs],
    env: {
      PORT: String(PORT),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...settings.env,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      TRUSTED_PROXIES: '127.0.0.1',
      // A few people do here in a second what a school does in minutes.
      RATE_LIMIT_FACTOR: '10',
      ...PAYMENT_SETTINGS,
    },
  });
  running.push(server);
  for (;;) {
    const status = await send(PORT, { path: '/readyz' }).then(
      (reply) => reply.status,
      () => 0,
    );
    if (status === 200) return { server, ms: performance.now() - begin };
    if (server.child.exitCode !== null) throw new Error(server.output());
    await wait(5);
  }
}

async function startLimit(
  kind: 'bare' | 'hash' | 'insert' | 'reading' | 'select' | 'sign-in',
  bytes: number,
): Promise<Server> {
  const limit = startScript(join(import.meta.dirname, 'limit-server.ts'), [kind, dataDir, String(bytes)]);
  running.push(limit);
  const [, port] = await limit.says(/listening (\d+)/);
  return { pid: limit.child.pid ?? 0, port: Number(port) };
}

const pidOf = (started: Started) => started.child.pid ?? 0;
const signInCall = (index: number, who = SOMEBODY): Call => ({
  path: '/api/sign-in',
  method: 'POST',
  // Another address each time, as from a proxy: a single one is held back by the rate limit, as it should be.
  headers: {
    ...JSON_HEADERS,
    'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
  },
  body: JSON.stringify(who),
});

async function signIn(): Promise<string> {
  const reply = await send(PORT, signInCall(9_999_999, ADMIN));
  const cookies = reply.headers['set-cookie'];
  return (Array.isArray(cookies) ? cookies : []).map((cookie) => cookie.split(';')[0]).join('; ');
}

/** A course that is saved over and over: another description, one section with another text. */
async function saveCase(cookie: string): Promise<Case> {
  const headers = { ...JSON_HEADERS, cookie };
  const list = JSON.parse(
    (await send(PORT, { path: '/api/admin/courses?q=SQL+from+Scratch', headers })).body.toString(),
  );
  const { id } = list.items[0];
  const course = JSON.parse(
    (await send(PORT, { path: `/api/admin/courses/${id}`, headers })).body.toString(),
  );
  let { version } = course;
  return {
    name: 'course save',
    limit: null,
    requests: 20,
    callers: 1,
    call: () => {
      const content = course.content.map((section: object, index: number) => ({
        ...section,
        ...(index === 0 && { content: `Text ${version}\n\nWith \`code\`.` }),
      }));
      const body = JSON.stringify({ ...course, description: `Description ${version}`, content, version });
      version += 1;
      return { path: `/api/admin/courses/${id}`, method: 'PUT', headers, body };
    },
  };
}

const measureLimit = async (server: Server) =>
  (await measureAll(server.pid, [], { limit: server })).get('limit') ?? Number.NaN;

/** What requests cost, and, under their names, limits of the machine in the same rounds. */
async function measureAll(
  pid: number,
  cases: readonly Case[],
  beside: Readonly<Record<string, Server>> = {},
): Promise<Map<string, number>> {
  const loads = [
    ...cases.map((each) => ({ ...each, pid, port: PORT })),
    ...Object.entries(beside).map(([name, server]) => ({ name, ...LIMIT, ...server })),
  ];
  for (const server of Object.values(beside)) await measure({ ...LIMIT, ...server, requests: WARMING });
  const rounds = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const each of loads) {
      const cost = await measure({ ...each, call: (index) => each.call(index + round * 100_000) });
      // The first round warms up.
      if (round > 0) rounds.set(each.name, [...(rounds.get(each.name) ?? []), cost]);
    }
  }
  return new Map([...rounds].map(([name, costs]) => [name, median(costs)]));
}

async function main(): Promise<number> {
  if (wants('--weight-only')) return measureWeight(root);
  if (wants('--start-only')) return measureStarts(root, PORT);
  if (wants('--growth-only')) return measureGrowth(root, PORT);
  if (wants('--notices-only')) return measureNotices();
  const first = await startServer();
  await first.server.kill('SIGTERM');
  const later = await startServer();
  if (wants('--visit-only')) return measureVisits(PORT);
  if (wants('--restore-only')) return restores(later.server);
  await wait(IDLE_AFTER);
  const memory = memoryMiB(pidOf(later.server));
  const pid = pidOf(later.server);
  const cookie = await signIn();
  if (wants('--users-only')) return userList(cookie);
  if (wants('--exports-only')) return exported(cookie);
  if (wants('--erasures-only')) return erasures();
  if (wants('--comments-only')) return comments(pid, await measureLimit(await startLimit('bare', 5000)));
  if (wants('--learners-only')) return learners(pid);
  const starts = { first: first.ms, later: later.ms, idle: memory.rss };
  if (wants('--limits-only')) return limits(pid, starts);
  if (wants('--webhooks-only')) return webhooks(pid, await measureLimit(await startLimit('bare', 1000)));
  const school = { root, dataDir, port: PORT, origin: JSON_HEADERS.origin };
  if (wants('--labs-only')) return measureLabs(school);
  if (wants('--costly-only')) return costly(later.server);
  const brotli = { 'accept-encoding': 'br' };
  const reads: Case[] = [
    {
      name: 'catalogue reply',
      limit: 0.15,
      requests: 8000,
      callers: 16,
      call: () => ({ path: '/api/courses', headers: brotli }),
    },
    {
      name: 'course page HTML',
      limit: 0.5,
      requests: 8000,
      callers: 16,
      call: () => ({ path: '/courses/sql-from-scratch', headers: brotli }),
    },
    {
      name: 'feed reply',
      limit: 0.2,
      requests: 8000,
      callers: 16,
      call: () => ({ path: '/api/posts', headers: brotli }),
    },
    {
      name: 'session check',
      limit: 0.15,
      requests: 4000,
      callers: 16,
      call: () => ({ path: '/api/session', headers: { ...brotli, cookie } }),
    },
    {
      name: 'search, not cached',
      limit: null,
      requests: 200,
      callers: 4,
      call: (index) => ({ path: `/api/courses?q=data${index % 7}`, headers: brotli }),
    },
  ];
  const cases = [
    ...reads,
    { name: 'sign-in', limit: 15, requests: 120, callers: 1, call: (index: number) => signInCall(index) },
    await saveCase(cookie),
  ];
  const bytes = (await send(PORT, { path: '/api/courses', headers: brotli })).body.length;
  const client = await connect();
  await seedMember(client, SOMEBODY);
  await seedCourses(client, 50);
  const beside = { bare: await startLimit('bare', bytes), select: await startLimit('select', bytes) };
  const small = await measureAll(pid, cases, beside);
  await seedCourses(client, 10_000);
  await client.end();
  const large = await measureAll(pid, cases, beside);
  const bare = small.get('bare') ?? Number.NaN;
  const session = await send(PORT, { path: '/api/session', headers: { cookie } });
  if (!JSON.parse(session.body.toString()).user) throw new Error('the session that was checked has ended');
  const figures = { first: first.ms, later: later.ms, memory, small, large, cases };
  if (wants('--reads-only')) return print(figures);
  const over = (await measureVisits(PORT)) + print(figures);
  const paid = over + (await webhooks(pid, bare));
  const overall = paid + (await comments(pid, bare)) + (await learners(pid));
  const waiting = overall + (wants('--users') ? await userList(cookie) : 0);
  const withFiles = waiting + (await measureLabs(school)) + (await exported(cookie));
  return withFiles + (await costly(later.server)) + (await measureWeight(root));
}

/** How long others wait while strangers send what is costly, by a server that says how long its turns are. */
async function costly(before: Started): Promise<number> {
  await before.kill('SIGTERM');
  const { server } = await startServer([`--import=${new URL('loop-turns.ts', import.meta.url)}`]);
  const client = await connect();
  const { origin } = JSON_HEADERS;
  const attacked = await seedAttackers(client, { dataDir, origin });
  const [bystander] = await seedMembers(client, 1, { dataDir, origin });
  await client.end();
  await wait(3000);
  const bare = await startLimit('reading', 1000);
  const school = { server, port: PORT, bare, cookie: bystander?.cookie ?? '' };
  return measureCostly(school, await attacksOf(attacked, origin));
}

/** What the payment provider costs when it rings; answers how many are over their limit. */
async function webhooks(pid: number, bare: number): Promise<number> {
  const client = await connect();
  const insert = await startLimit('insert', 0);
  const over = await measureWebhooks({ client, port: PORT, pid, insert, bare });
  await client.end();
  return over;
}

/** What members cost: writing, and their open event streams; answers how many are over their limit. */
async function comments(pid: number, bare: number): Promise<number> {
  const client = await connect();
  const school = { dataDir, origin: JSON_HEADERS.origin };
  const cookies = (await seedMembers(client, MEMBERS, school)).map(({ cookie }) => cookie);
  const { call, courseId } = await commentCall(client, cookies, JSON_HEADERS.origin);
  await client.end();
  const streams = await streamMemory(PORT, pid, courseId, STREAMS);
  const cases: Case[] = [{ name: 'comment write', limit: 1, requests: 4000, callers: 16, call }];
  const costs = await measureAll(pid, cases);
  const mark = (isOver: boolean) => (isOver ? '!!' : 'ok');
  console.log('');
  let over = 0;
  for (const { limit, name } of cases) {
    const cost = costs.get(name) ?? Number.NaN;
    const isOver = limit !== null && isAbove(cost, limit, bare);
    if (isOver) over += 1;
    console.log(
      `${mark(isOver)} ${name.padEnd(26)} ${cost.toFixed(4)} CPU ms, ${(cost / bare).toFixed(1)} x bare (limit ${limit} ms or ${timesBare(limit ?? 0).toFixed(0)} x)`,
    );
  }
  console.log(`${mark(streams > 50)} ${STREAMS} open event streams    ${streams.toFixed(1)} MiB (limit 50)`);
  return over + Number(streams > 50);
}

/** What learning costs with a hundred learners and with a hundred thousand; answers how much is over its limit. */
async function learners(pid: number): Promise<number> {
  const client = await connect();
  await seedCourses(client, 50);
  const [limit, bare] = [await startLimit('select', 1000), await startLimit('bare', 5000)];
  const school = { client, dataDir, limit, bare, pid, port: PORT, origin: JSON_HEADERS.origin };
  const over = await measureLearners(school);
  await client.end();
  return over;
}

/** What requests and memory may cost; answers how much is over its limit. */
async function limits(pid: number, starts: Starts): Promise<number> {
  const client = await connect();
  const [bare, hash] = [await startLimit('bare', 5000), await startLimit('hash', 500)];
  const statements = await startLimit('sign-in', 500);
  const hashing = { hash, statements };
  const school = { client, dataDir, bare, hashing, pid, port: PORT, origin: JSON_HEADERS.origin };
  const over = (await measureLimits(school)) + printStarts(starts);
  await client.end();
  return over;
}

/** What files with many people cost; answers how many are over their limit. */
async function exported(cookie: string): Promise<number> {
  const client = new pg.Client((await findRunning(dataDir)) ?? {});
  client.on('error', () => undefined);
  await client.connect();
  const over = await measureExports({ client, port: PORT, cookie });
  await client.end();
  return over;
}

/** How long a restore takes; answers how much is over its limit. */
async function restores({ kill }: Started): Promise<number> {
  const client = await connect();
  await seedCourses(client, 50);
  await seedWholeSchool(client);
  await client.end();
  await kill('SIGTERM');
  return measureRestores(root, dataDir);
}

/** How long the erasure of a person takes; answers how much is over its limit. */
async function erasures(): Promise<number> {
  const connection = (await findRunning(dataDir)) ?? {};
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  const over = await measureErasures({ client, connection, dataDir });
  await client.end();
  return over;
}

async function userList(cookie: string): Promise<number> {
  const client = await connect();
  await seedUsers(client, USERS);
  await client.end();
  return measureUserList({ port: PORT, cookie }, USERS);
}

try {
  process.exitCode = (await main()) === 0 ? 0 : 1;
} finally {
  for (const started of running.reverse()) if (started.child.exitCode === null) await started.kill('SIGTERM');
  removeDataDir(dataDir);
}
