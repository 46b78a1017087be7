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
import { type Costs, costOf, factorOf, isDecided } from './growth-figures.ts';
import { type PathValues, pathValues } from './growth-paths.ts';
import { HEADERS, QUERIES, SEARCHES } from './growth-queries.ts';
import { callerToken, seedGrowth } from './growth-world.ts';
import { ADMIN, makeDataDir, type OwnSchool, removeSchool, startOwnSchool } from './school.ts';

const FEW = 100;
const MANY = Number(process.env.BENCH_USERS ?? 100_000);
/** A folder that keeps both schools: the next run starts with them. */
const KEPT = process.env.BENCH_KEEP;
/** Only routes whose address has one of these in it. */
const ONLY = process.env.BENCH_ROUTES?.split(',');
/** Requests of a batch that warms up. */
const WARMING = 20;
/** A route is warmed up with so much work, by at most so many batches: while its code is compiled, it costs twice as much. */
const WARMING_MS = 200;
const MAX_BATCHES = 5;
/** Of each time that a route is measured; each school begins half of them. */
const ROUNDS = 6;
/** Of what takes seconds there is one round. */
const SLOW_ROUNDS_MS = 1000;
/** Each route is measured so often, with both schools started anew: what a process compiled, and when, stays with it. */
const TIMES = 3;
/** What is then neither below its limit nor above it is measured on, so often at most. */
const MAX_TIMES = 9;
/** Until what a server does at its start is done, also in a large school on a busy machine. */
const SETTLING_MS = 10_000;
/** So much work is done in a round, by at most so many requests. */
const ROUND_MS = 20;
const MAX_REQUESTS = 50;
/** A route that takes so long is asked less often, and without warming up. */
const SLOW_MS = 100;
const MAX_GROWTH = 1.15;
const ANSWER_WITHIN_MS = 60_000;

const COUNTING = ['add up counts', 'count exam statistics', 'count course impacts'];

interface Side {
  school: OwnSchool;
  readonly env: Readonly<Record<string, string>>;
  readonly values: PathValues;
  readonly admin: string;
  readonly learner: string;
  agent: Agent;
  readonly provider: StripeServer;
}

/** Which school is asked first. */
type Order = readonly [0 | 1, 0 | 1];
const ORDERS: readonly [Order, Order] = [
  [0, 1],
  [1, 0],
];

interface Route {
  readonly path: string;
  readonly isAdmin: boolean;
}

interface Growth {
  readonly route: Route;
  readonly times: readonly Costs[];
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
    return await measureTimes(root, sides as [Side, Side]);
  } finally {
    for (const { agent, provider, school } of sides) {
      agent.destroy();
      await provider.stop();
      if (KEPT === undefined) await removeSchool(school);
      else await school.stop();
    }
  }
}

async function measureTimes(root: string, sides: readonly [Side, Side]): Promise<number> {
  const all = await readRoutes(sides[0].school);
  const shared = all.filter(({ path }) => path.includes('/settings/') || path === '/session');
  const routes = all.filter(({ path }) => ONLY?.some((part) => path.includes(part)) ?? true);
  const grown = new Map<Route, Growth>();
  const unasked: string[] = [];
  const isDue = (route: Route) => {
    const each = grown.get(route);
    return each !== undefined && (each.times.length < TIMES || !isDecided(each.times, MAX_GROWTH));
  };
  for (let time = 0; time < MAX_TIMES; time += 1) {
    const due = time === 0 ? routes : routes.filter(isDue);
    if (due.length === 0) break;
    if (time > 0) await Promise.all(sides.map((side) => startAnew(root, side)));
    // Asked second, the same school looked 1.1 times dearer: the first one compiles while nobody counts.
    const order = ORDERS[time % 2 === 0 ? 0 : 1];
    await warmUp(sides, shared);
    // What is still going on after a start doesn't always meet the same routes.
    for (const route of time % 4 < 2 ? due : due.toReversed()) {
      const measured = await measureRoute(sides, route, order);
      if (typeof measured === 'string') {
        grown.delete(route);
        unasked.push(`${route.path} ${measured}`);
        continue;
      }
      const each = { ...measured, times: [...(grown.get(route)?.times ?? []), ...measured.times] };
      grown.set(route, each);
      // A run that is stopped has said what it found until then.
      if (time === 0) console.log(lineOf(each));
    }
  }
  return printGrowth([...grown.values()], unasked);
}

async function startAnew(root: string, side: Side): Promise<void> {
  const { dataDir, port } = side.school;
  side.agent.destroy();
  await side.school.stop();
  side.school = await startOwnSchool(root, { dataDir, env: side.env, port });
  side.agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const client = await side.school.connect();
  await client.query('update sessions set proved_at = now()');
  await client.end();
  await wait(SETTLING_MS);
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
    return await readySide({ school, env, provider, learners });
  } catch (error) {
    await school.stop();
    await provider.stop();
    throw error;
  }
}

async function readySide({
  env,
  learners,
  provider,
  school,
}: Pick<Side, 'env' | 'provider' | 'school'> & { readonly learners: number }): Promise<Side> {
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
    env,
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
  return [...stated.sort(), ...SEARCHES].map((path) => ({ path, isAdmin: path.startsWith('/admin/') }));
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

/** What all routes share is compiled before the first of them is measured, also when few are measured. */
async function warmUp(sides: readonly Side[], shared: readonly Route[]): Promise<void> {
  for (const side of sides) for (const route of shared) await cpuOf(side, callOf(side, route), WARMING);
}

/** Asks until what a route alone needs is compiled; answers what a request costs by then. */
async function warmUpRoute(side: Side, call: Call): Promise<number> {
  let cost = 0;
  let spent = 0;
  for (let batch = 0; batch < MAX_BATCHES && spent < WARMING_MS; batch += 1) {
    [cost] = await cpuOf(side, call, WARMING);
    spent += cost * WARMING;
  }
  return cost;
}

/** A text says why a route was not measured. */
async function measureRoute(
  sides: readonly [Side, Side],
  route: Route,
  order: Order,
): Promise<Growth | string> {
  const firsts: [number[], number[]] = [[], []];
  const bytes: [number, number] = [0, 0];
  const calls = sides.map((side) => callOf(side, route)) as [Call, Call];
  let isFile = false;
  for (const at of order) {
    const [first, reply] = await cpuOf(sides[at], calls[at], 1);
    if (reply.status >= 400) return `${reply.status} ${codeOf(reply.body)}`;
    isFile ||= String(reply.headers['content-disposition'] ?? '').startsWith('attachment');
    firsts[at].push(first);
    bytes[at] = reply.body.length;
  }
  const slowest = Math.max(...firsts.flat());
  const more = isFile ? Math.max(1, bytes[1] / (bytes[0] || 1)) : 1;
  if (slowest > SLOW_ROUNDS_MS) return { route, times: [[...firsts, more]] };
  const isSlow = slowest > SLOW_MS;
  const rounds = isSlow ? Math.min(ROUNDS, Math.ceil(SLOW_ROUNDS_MS / slowest)) : ROUNDS;
  let requests = 1;
  if (!isSlow) {
    const warm: [number, number] = [0, 0];
    for (const at of order) warm[at] = await warmUpRoute(sides[at], calls[at]);
    requests = Math.min(MAX_REQUESTS, Math.max(1, Math.round(ROUND_MS / warm[1])));
  }
  const costs: [number[], number[]] = [[], []];
  // In turn, each beginning as often as the other.
  for (let round = 0; round < rounds; round += 1)
    for (const at of round % 2 === 0 ? order : order.toReversed()) {
      const [cost, reply] = await cpuOf(sides[at], calls[at], requests);
      if (reply.status >= 400) return `${reply.status} ${codeOf(reply.body)}`;
      costs[at].push(cost);
    }
  return { route, times: [[...costs, more]] };
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

const isOver = (each: Growth) => !(factorOf(each.times) <= MAX_GROWTH);

function lineOf(each: Growth): string {
  const { route, times } = each;
  const [few, many] = ([0, 1] as const).map((at) => costOf(times, at).toFixed(2).padStart(9));
  const factor = factorOf(times).toFixed(2).padStart(8);
  const often = `${times.length} times`.padStart(10);
  return `${isOver(each) ? '!!' : 'ok'} ${route.path.padEnd(46)}${few}${many}${factor} x (limit ${MAX_GROWTH} x)${often}`;
}

/** Answers how many routes are over their limit, or couldn't be measured: a route that nobody seeds for would grow unseen. */
export function printGrowth(grown: readonly Growth[], unasked: readonly string[]): number {
  console.log(
    `\nGrowth from ${FEW} to ${MANY.toLocaleString('en')} learners, CPU ms of server and database for a request: medians of ${TIMES} times ${ROUNDS} rounds, and of up to ${MAX_TIMES} times until these are on one side of the limit, whichever (limit ${MAX_GROWTH} x, of a file for each byte). The most first:`,
  );
  const over = grown.filter(isOver);
  for (const each of [...grown].sort((a, b) => factorOf(b.times) - factorOf(a.times)))
    console.log(lineOf(each));
  console.log(
    `${grown.length} routes measured, ${over.length} over the limit. Not measured: ${unasked.length}`,
  );
  for (const line of unasked) console.log(`!! ${line}`);
  return over.length + unasked.length;
}
