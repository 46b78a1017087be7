import { setTimeout as wait } from 'node:timers/promises';
import { sessionCookieName, signedValue } from '#server/areas/accounts/sessions/cookies';
import { parseConfig } from '#server/config';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { type Call, median, type Reply, send } from '../load.ts';
import { type PathValues, pathValues, seedGrowth } from './growth-world.ts';
import { ADMIN, makeDataDir, type OwnSchool, removeSchool, startOwnSchool } from './school.ts';

const FEW = 100;
const MANY = Number(process.env.BENCH_USERS ?? 100_000);
const WARMING = 5;
const ROUNDS = 41;
/** A route that takes long is asked less often. */
const SLOW_MS = 100;
const SLOW_ROUNDS = 7;
const VERY_SLOW_MS = 2000;
const VERY_SLOW_ROUNDS = 2;
const MAX_GROWTH = 1.15;
/** What is faster than this is counted as taking so long: differences below are those of the machine. */
const LEAST_MS = 3;
const ANSWER_WITHIN_MS = 60_000;

/** Asked besides the routes alone: what people search for. */
const SEARCHES = [
  '/admin/users?q=learner-5',
  '/admin/users?q=le',
  '/admin/users?q=zz',
  '/courses?q=da',
  '/courses?q=database',
  '/admin/courses?q=sql',
  '/admin/audit?q=account',
  '/admin/certificates?q=Learner+5',
];

interface Side {
  readonly school: OwnSchool;
  readonly values: PathValues;
  readonly admin: string;
  readonly learner: string;
}

interface Route {
  readonly path: string;
  readonly isAdmin: boolean;
}

interface Growth {
  readonly route: Route;
  readonly few: number;
  readonly many: number;
  /** How much more bytes the reply has: a file of everybody grows with them. */
  readonly bytes: number;
  readonly isFile: boolean;
}

/**
 * Asks every GET route of the OpenAPI document of two schools in turn, one with a hundred learners and one with a hundred
 * thousand, and prints what each grows by. Answers how many grow by more than the limit.
 */
export async function measureGrowth(root: string, port: number): Promise<number> {
  const env = { RATE_LIMIT_FACTOR: '1000', RATE_LIMIT_MEMBER_WRITES: '1000000', LABS: 'off' };
  const schools: OwnSchool[] = [];
  try {
    for (const own of [port, port + 1])
      schools.push(await startOwnSchool(root, { dataDir: makeDataDir(), env, port: own }));
    const [small, large] = schools as [OwnSchool, OwnSchool];
    const begin = performance.now();
    const sides = [await openSide(small, FEW), await openSide(large, MANY)] as const;
    console.log(`\nseeded in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
    const routes = await readRoutes(small);
    const grown: Growth[] = [];
    const unasked: string[] = [];
    for (const route of routes) {
      const measured = await measureRoute(sides, route);
      if (typeof measured !== 'string' && measured.many > SLOW_MS)
        console.log(`   slow: ${route.path} ${measured.few.toFixed(0)} ms, ${measured.many.toFixed(0)} ms`);
      if (typeof measured === 'string') unasked.push(`${route.path} ${measured}`);
      else grown.push(measured);
    }
    return printGrowth(grown, unasked);
  } finally {
    for (const school of schools) await removeSchool(school);
  }
}

async function openSide(school: OwnSchool, learners: number): Promise<Side> {
  const { dataDir, origin, port } = school;
  const client = await school.connect();
  const { token } = await seedGrowth(client, learners);
  const values = await pathValues(client, token);
  await client.end();
  const name = sessionCookieName(parseConfig({ DATA_DIR: dataDir, PUBLIC_URL: origin }));
  const reply = await send(port, {
    path: '/api/sign-in',
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(ADMIN),
  });
  const cookies = [reply.headers['set-cookie'] ?? []].flat();
  return {
    school,
    values,
    admin: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
    learner: `${name}=${signedValue(token, readAuthSecret(dataDir))}`,
  };
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

function callOf({ admin, learner, values }: Side, { isAdmin, path }: Route): Call {
  const [, own = {}] = values.find(([prefix]) => path.startsWith(prefix)) ?? [];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(own[name] ?? 'none'));
  return { path: `/api${filled}`, headers: { cookie: isAdmin ? admin : learner, 'accept-encoding': 'br' } };
}

/** A text says why a route was not measured. */
async function measureRoute(sides: readonly [Side, Side], route: Route): Promise<Growth | string> {
  const times: [number[], number[]] = [[], []];
  const bytes = [0, 0];
  let isFile = false;
  let warming = WARMING;
  for (let round = 0; round < warming + ROUNDS; round += 1) {
    for (const at of [0, 1] as const) {
      const begin = performance.now();
      const reply = await Promise.race([send(sides[at].school.port, callOf(sides[at], route)), late()]);
      const ms = performance.now() - begin;
      if (reply.status >= 400) return `${reply.status} ${codeOf(reply.body)}`;
      // Nobody waits for code to be compiled there.
      if (ms > VERY_SLOW_MS) warming = 0;
      if (round >= warming) times[at].push(ms);
      bytes[at] = reply.body.length;
      isFile ||= String(reply.headers['content-disposition'] ?? '').startsWith('attachment');
    }
    const most = warming === 0 ? VERY_SLOW_ROUNDS : warming + SLOW_ROUNDS;
    if (round >= most && median(times[1]) > SLOW_MS) break;
  }
  // What others do on the machine only makes it slower: the fastest counts.
  const [few, many] = times.map((all) => Math.min(...all)) as [number, number];
  return { route, few, many, bytes: (bytes[1] ?? 0) / (bytes[0] || 1), isFile };
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

function printGrowth(grown: readonly Growth[], unasked: readonly string[]): number {
  const factor = ({ few, many }: Growth) => Math.max(many, LEAST_MS) / Math.max(few, LEAST_MS);
  console.log(
    `Growth from ${FEW} to ${MANY.toLocaleString('en')} learners, ms of one caller, the fastest of ${ROUNDS} (limit ${MAX_GROWTH} x; below ${LEAST_MS} ms counts as ${LEAST_MS}; a file may grow as its bytes do)`,
  );
  let over = 0;
  for (const each of grown.toSorted((a, b) => factor(b) - factor(a))) {
    const limit = MAX_GROWTH * (each.isFile ? Math.max(1, each.bytes) : 1);
    const isOver = !(factor(each) <= limit);
    over += Number(isOver);
    console.log(
      `${isOver ? '!!' : 'ok'} ${each.route.path.padEnd(46)}${each.few.toFixed(1).padStart(9)}${each.many.toFixed(1).padStart(9)}${factor(each).toFixed(2).padStart(8)} x (limit ${limit.toFixed(2)} x)`,
    );
  }
  console.log(`${grown.length} routes measured, ${over} over the limit. Not measured: ${unasked.length}`);
  for (const line of unasked) console.log(`   ${line}`);
  return over;
}
