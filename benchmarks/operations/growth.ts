import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { sessionCookieName, signedValue } from '#server/areas/accounts/sessions/cookies';
import { parseConfig } from '#server/config';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { BANK } from '#tests/stripe/bank-shop';
import { StripeServer, TEST_KEY } from '#tests/stripe/server/stripe-server';
import { ensureBundle } from '#tools/server/ensure-bundle';
import { type Call, type Reply, send } from '../load.ts';
import { fineCpuMs } from '../process-tree.ts';
import { WEBHOOK_SECRET } from '../webhooks.ts';
import { seedCallable } from './growth-callable.ts';
import { type Costs, factorOf, fewOf, isDecided, manyOf } from './growth-figures.ts';
import { type PathValues, pathValues } from './growth-paths.ts';
import { callerToken, seedGrowth } from './growth-world.ts';
import { ADMIN, makeDataDir, type OwnSchool, removeSchool, startOwnSchool } from './school.ts';

const FEW = 100;
const MANY = Number(process.env.BENCH_USERS ?? 100_000);
/** A folder that keeps both schools: the next run starts with them. */
const KEPT = process.env.BENCH_KEEP;
/** Only routes whose address has one of these in it. */
const ONLY = process.env.BENCH_ROUTES?.split(',');
const WARMING = 12;
const ROUNDS = 9;
/** Of what takes seconds there is one round. */
const SLOW_ROUNDS_MS = 1000;
/** What is neither below its limit nor above it for certain is measured again, so often at most. */
const MORE_TIMES = 8;
/** So much work is done in a round, by at most so many requests. */
const ROUND_MS = 30;
const MAX_REQUESTS = 50;
/** A route that takes so long is asked less often, and without warming up. */
const SLOW_MS = 100;
const MAX_GROWTH = 1.15;
const ANSWER_WITHIN_MS = 60_000;

const COUNTING = ['add up counts', 'count exam statistics', 'count course impacts'];

/** Asked besides the routes alone: what people search for. */
const SEARCHES = [
  '/admin/users?q=learner',
  '/admin/users?q=learner-5',
  '/admin/users?q=learner-77@',
  '/admin/users?q=le',
  '/admin/users?q=zz',
  '/admin/messages?q=zzz',
  '/admin/reviews?q=zzz',
  '/admin/certificates?q=Learner',
  '/admin/certificates?q=Learner+5',
  '/admin/certificates?q=zzz',
  '/courses?q=da',
  '/courses?q=database',
  '/admin/courses?q=sql',
  '/admin/audit?q=account',
];

/** What routes are asked that answer nothing without. */
const QUERIES: Readonly<Record<string, string>> = {
  '/admin/billing/invoices.csv': 'from=2026-01-01&to=2026-12-31',
  '/admin/billing/payments.csv': 'from=2026-01-01&to=2026-12-31',
  '/admin/billing/tax.csv': 'from=2026-01-01&to=2026-12-31',
  '/admin/link-targets': 'q=database',
  '/billing/order': 'offerId={offer}',
  '/billing/transfers/terms': 'planId={plan}&interval=year',
};

/** What uploads in pieces speak. */
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/admin/media/uploads/{id}': { 'tus-resumable': '1.0.0' },
};

interface Side {
  readonly school: OwnSchool;
  readonly values: PathValues;
  readonly admin: string;
  readonly learner: string;
  readonly agent: Agent;
  readonly provider: StripeServer;
}

interface Route {
  readonly path: string;
  readonly isAdmin: boolean;
}

interface Growth {
  readonly route: Route;
  readonly costs: Costs;
  /** Rounds of one measurement. */
  readonly rounds: number;
  /** Requests of a round. */
  readonly requests: number;
  /** How much more bytes the reply has: a file of everybody grows with them. */
  readonly bytes: number;
  readonly isFile: boolean;
}

/**
 * Asks every GET route of the OpenAPI document of two schools in turn, one with a hundred learners and one with a hundred
 * thousand, and prints what the CPU time of a request grows by. Answers how many grow by more than the limit.
 */
export async function measureGrowth(root: string, port: number): Promise<number> {
  const sides: Side[] = [];
  try {
    // Before both start: each would bundle what has changed.
    await ensureBundle(root);
    // Both at once: each waits for its chores.
    const opened = [openSide(root, port, FEW), openSide(root, await freePort(), MANY)];
    for (const each of await Promise.allSettled(opened)) {
      if (each.status === 'rejected') throw each.reason;
      sides.push(each.value);
    }
    const [small, large] = sides as [Side, Side];
    const routes = await readRoutes(small.school);
    const grown: Growth[] = [];
    const unasked: string[] = [];
    await warmUp([small, large], routes);
    for (const route of routes) {
      const measured = await measureRoute([small, large], route);
      if (typeof measured === 'string') unasked.push(`${route.path} ${measured}`);
      else grown.push(measured);
      // A run that is stopped has said what it found until then.
      if (typeof measured !== 'string') console.log(lineOf(measured));
    }
    for (let time = 0; time < MORE_TIMES; time += 1)
      // Not all rounds of a route at once: other work of the machine lasts for seconds.
      for (const each of grown.filter((one) => !isDecided(one.costs, limitOf(one))))
        await measureAgain([small, large], each);
    return printGrowth(grown, unasked);
  } finally {
    for (const { agent, provider, school } of sides) {
      agent.destroy();
      await provider.stop();
      if (KEPT === undefined) await removeSchool(school);
      else await school.stop();
    }
  }
}

/** The next one may be somebody else's. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function openSide(root: string, port: number, learners: number): Promise<Side> {
  const dataDir = KEPT === undefined ? makeDataDir() : join(KEPT, String(learners));
  mkdirSync(dataDir, { recursive: true });
  // In this process: what a payment provider does isn't counted.
  const provider = await StripeServer.start({ now: Math.floor(Date.now() / 1000) });
  provider.webhooks.endpoint = { url: 'http://127.0.0.1:9/', secrets: [WEBHOOK_SECRET] };
  const env = {
    RATE_LIMIT_FACTOR: '1000',
    RATE_LIMIT_MEMBER_WRITES: '1000000',
    STRIPE_SECRET_KEY: TEST_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: provider.url,
  };
  const school = await startOwnSchool(root, { dataDir, env, port });
  try {
    return await readySide({ school, provider, learners });
  } catch (error) {
    await school.stop();
    await provider.stop();
    throw error;
  }
}

async function readySide({
  learners,
  provider,
  school,
}: Pick<Side, 'provider' | 'school'> & { readonly learners: number }): Promise<Side> {
  const { dataDir, port } = school;
  const client = await school.connect();
  const seeded = join(dataDir, 'seeded');
  if (!existsSync(seeded)) {
    const begin = performance.now();
    await seedGrowth(client, learners);
    writeFileSync(seeded, '');
    console.log(`\n${learners} learners seeded in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  }
  const token = callerToken(learners);
  await seedCallable(client, token, dataDir);
  await untilCounted(client);
  const values = await pathValues(client, token);
  await client.end();
  const { origin } = school;
  const name = sessionCookieName(parseConfig({ DATA_DIR: dataDir, PUBLIC_URL: origin }));
  const reply = await send(port, {
    path: '/api/sign-in',
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(ADMIN),
  });
  const cookies = [reply.headers['set-cookie'] ?? []].flat();
  const admin = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  await takeTransfers(school, admin, values);
  return {
    school,
    values,
    admin,
    provider,
    learner: `${name}=${signedValue(token, readAuthSecret(dataDir))}`,
    agent: new Agent({ keepAlive: true, maxSockets: 1 }),
  };
}

/** Has the school sell a plan by bank transfer. */
async function takeTransfers({ origin, port }: OwnSchool, admin: string, values: PathValues): Promise<void> {
  const path = '/api/admin/settings/bank';
  const headers = { cookie: admin, 'content-type': 'application/json', origin };
  const { version } = JSON.parse((await send(port, { path, headers })).body.toString());
  const planId = values.find(([prefix]) => prefix === '/billing/transfers/terms')?.[1].plan;
  const body = JSON.stringify({ ...BANK, prices: [{ planId, interval: 'year', amount: 9900 }], version });
  const { body: answer, status } = await send(port, { path, method: 'PUT', headers, body });
  if (status !== 200) throw new Error(`${path}: ${status} ${answer}`);
}

async function readRoutes({ port }: OwnSchool): Promise<Route[]> {
  const { body } = await send(port, { path: '/api/openapi.json' });
  const { paths } = JSON.parse(body.toString()) as { paths: Record<string, { get?: unknown }> };
  const stated = Object.keys(paths).filter((path) => {
    const operation = paths[path]?.get;
    // A stream of events has no end.
    return operation !== undefined && !JSON.stringify(operation).includes('text/event-stream');
  });
  return [...stated.sort(), ...SEARCHES]
    .filter((path) => ONLY?.some((part) => path.includes(part)) ?? true)
    .map((path) => ({ path, isAdmin: path.startsWith('/admin/') }));
}

/** Waits until what is counted now and then was counted since this moment, which takes a minute at most. */
async function untilCounted(client: pg.Client): Promise<void> {
  const asked = await client.query<{ now: string }>('select now()::text as now');
  await client.query('update chore_runs set asked_at = now() where name = any ($1)', [COUNTING]);
  for (let counted = 0; counted < COUNTING.length; await wait(500)) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from chore_runs
       where name = any ($1) and last_started_at >= $2::timestamptz and last_finished_at >= last_started_at`,
      [COUNTING, asked.rows[0]?.now],
    );
    counted = rows[0]?.count ?? 0;
  }
}

function callOf({ admin, learner, values }: Side, { isAdmin, path }: Route): Call {
  const [, own = {}] = values.find(([prefix]) => path.startsWith(prefix)) ?? [];
  const query = QUERIES[path];
  const address = `/api${path}${query === undefined ? '' : `?${query}`}`;
  return {
    path: address.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(own[name] ?? 'none')),
    headers: { cookie: isAdmin ? admin : learner, 'accept-encoding': 'br', ...HEADERS[path] },
  };
}

async function cpuOf({ agent, school }: Side, call: Call, requests: number): Promise<[number, Reply]> {
  const pid = school.server.child.pid ?? 0;
  const before = fineCpuMs(pid);
  let reply: Reply = { status: 0, headers: {}, body: Buffer.alloc(0) };
  for (let index = 0; index < requests; index += 1)
    reply = await Promise.race([send(school.port, call, agent), late()]);
  return [(fineCpuMs(pid) - before) / requests, reply];
}

/** What all routes share is compiled before the first of them is measured. */
async function warmUp(sides: readonly Side[], routes: readonly Route[]): Promise<void> {
  for (const side of sides)
    for (const route of routes.filter(({ path }) => path.includes('/settings/') || path === '/session'))
      await cpuOf(side, callOf(side, route), WARMING);
}

/** A text says why a route was not measured. */
async function measureRoute(sides: readonly [Side, Side], route: Route): Promise<Growth | string> {
  const costs: [number[], number[]] = [[], []];
  const bytes: [number, number] = [0, 0];
  const calls = sides.map((side) => callOf(side, route)) as [Call, Call];
  let isFile = false;
  let slowest = 0;
  for (const at of [0, 1] as const) {
    const [first, reply] = await cpuOf(sides[at], calls[at], 1);
    if (reply.status >= 400) return `${reply.status} ${codeOf(reply.body)}`;
    isFile ||= String(reply.headers['content-disposition'] ?? '').startsWith('attachment');
    slowest = Math.max(slowest, first);
    bytes[at] = reply.body.length;
  }
  const isSlow = slowest > SLOW_MS;
  const rounds = isSlow ? Math.min(ROUNDS, Math.ceil(SLOW_ROUNDS_MS / slowest)) : ROUNDS;
  let requests = 1;
  if (!isSlow) {
    for (const at of [0, 1] as const) await cpuOf(sides[at], calls[at], WARMING);
    const [cost] = await cpuOf(sides[1], calls[1], 1);
    requests = Math.min(MAX_REQUESTS, Math.max(1, Math.round(ROUND_MS / cost)));
  }
  const measured = { route, costs, requests, rounds, bytes: bytes[1] / (bytes[0] || 1), isFile };
  return (await measureRounds(sides, measured)) ?? measured;
}

/** Adds rounds of both sides in turn, each beginning as often as the other. A text says what went wrong. */
async function measureRounds(
  sides: readonly [Side, Side],
  { costs, requests, rounds, route }: Growth,
): Promise<string | undefined> {
  for (let round = 0; round < rounds; round += 1) {
    for (const at of costs[0].length % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const [cost, reply] = await cpuOf(sides[at], callOf(sides[at], route), requests);
      if (reply.status >= 400) return `${reply.status} ${codeOf(reply.body)}`;
      costs[at].push(cost);
    }
  }
  return undefined;
}

async function measureAgain(sides: readonly [Side, Side], measured: Growth): Promise<void> {
  const failure = await measureRounds(sides, measured);
  if (failure !== undefined) throw new Error(`${measured.route.path}: ${failure}`);
}

/** An answer that never ends is one that fails. */
async function late(): Promise<Reply> {
  await wait(ANSWER_WITHIN_MS, undefined, { ref: false });
  return { status: 599, headers: {}, body: Buffer.alloc(0) };
}

function codeOf(body: Buffer): string {
  try {
    return JSON.parse(body.toString()).code;
  } catch {
    return '';
  }
}

const limitOf = ({ bytes, isFile }: Growth) => MAX_GROWTH * (isFile ? Math.max(1, bytes) : 1);
const isOver = (each: Growth) => !(factorOf(each.costs) <= limitOf(each));

function lineOf(each: Growth): string {
  const { costs, route } = each;
  const [few, many] = [fewOf(costs), manyOf(costs)].map((cost) => cost.toFixed(2).padStart(9));
  const factor = factorOf(costs).toFixed(2).padStart(8);
  const rounds = `${costs[0].length} rounds`.padStart(10);
  return `${isOver(each) ? '!!' : 'ok'} ${route.path.padEnd(46)}${few}${many}${factor} x (limit ${limitOf(each).toFixed(2)} x)${rounds}`;
}

function printGrowth(grown: readonly Growth[], unasked: readonly string[]): number {
  console.log(
    `\nGrowth from ${FEW} to ${MANY.toLocaleString('en')} learners, CPU ms of server and database for a request: medians of ${ROUNDS} rounds, and of up to ${ROUNDS * (MORE_TIMES + 1)} until these are above or below the limit for certain (limit ${MAX_GROWTH} x; a file may grow as its bytes do). What was measured more than once, or grows by more, the most first:`,
  );
  const over = grown.filter(isOver);
  const shown = grown.filter((each) => isOver(each) || each.costs[0].length > each.rounds);
  for (const each of shown.sort((a, b) => factorOf(b.costs) - factorOf(a.costs))) console.log(lineOf(each));
  console.log(
    `${grown.length} routes measured, ${over.length} over the limit. Not measured: ${unasked.length}`,
  );
  for (const line of unasked) console.log(`   ${line}`);
  return over.length;
}
