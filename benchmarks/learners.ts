import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import type pg from 'pg';
import { sessionCookieName, signedValue } from '#server/areas/accounts/cookies';
import { readAuthSecret } from '#server/areas/accounts/read-auth-secret';
import { parseConfig } from '#server/config';
import { type Call, isAbove, measure, median, send, timesBare } from './load.ts';
import {
  type Caller,
  QUESTIONS,
  reopenExams,
  seedExams,
  seedLearners,
  signInLearners,
} from './seed-learners.ts';

const FEW = 100;
const MANY = 100_000;
const ROUNDS = 3;
const CALLERS = 16;
const MOST_GROWTH = 1.5;
const MOST_WAITING = 100;
/** What the dashboard asks for, all of which is counted together. */
const DASHBOARD = ['/api/dashboard'];

interface School {
  readonly client: pg.Client;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  readonly origin: string;
  /** The machine's own limit, a server that does nothing but one select. */
  readonly limit: { readonly pid: number; readonly port: number };
  /** Bare node:http. */
  readonly bare: { readonly pid: number; readonly port: number };
}
/** Most CPU ms of a request, or of all requests that a page makes; null: only what it grows by is limited. */
const LIMITS = {
  'dashboard page': 1,
  'progress save': 1,
  'answer save': 1,
  'exam handed in': null,
  'recommended courses': null,
};
const NAMES = [
  'dashboard page',
  'progress save',
  'answer save',
  'exam handed in',
  'recommended courses',
] as const;
type Name = (typeof NAMES)[number] | 'limit' | 'bare';
interface Figures {
  /** CPU ms. */
  readonly costs: ReadonlyMap<Name, number>;
  /** How long sixteen callers wait, in ms, for handing in and for who asks for the session only. */
  readonly waiting: { readonly p50: number; readonly p99: number };
  readonly control: { readonly p50: number; readonly p99: number };
}

/** Prints what learning costs with few and with many learners, and what it grows by; answers how much is over its limit. */
export async function measureLearners(school: School): Promise<number> {
  const { client } = school;
  await seedExams(client);
  const few = await measureWith(school, FEW);
  const begin = performance.now();
  await seedLearners(client, MANY);
  const seconds = (performance.now() - begin) / 1000;
  const { rows } = await client.query('select count(*)::int as count from section_progress');
  const many = await measureWith(school, MANY);
  console.log(
    `\nLearning, CPU ms of all our processes     ${FEW} learners   x select   ${MANY.toLocaleString('en')} learners   x select   growth   growth x select`,
  );
  console.log(
    `   (${rows[0].count.toLocaleString('en')} rows of progress, seeded in ${seconds.toFixed(0)} s; one select costs ${costOf(few, 'limit').toFixed(4)} and ${costOf(many, 'limit').toFixed(4)}, node:http ${costOf(few, 'bare').toFixed(4)} and ${costOf(many, 'bare').toFixed(4)})`,
  );
  return NAMES.reduce((over, name) => over + printCost(name, few, many), 0) + printWaiting(few, many);
}

const costOf = ({ costs }: Figures, name: Name) => costs.get(name) ?? Number.NaN;

function printCost(name: keyof typeof LIMITS, few: Figures, many: Figures): number {
  const [before, after] = [costOf(few, name), costOf(many, name)];
  const [least, most] = [costOf(few, 'limit'), costOf(many, 'limit')];
  // Beside the limit of the same minutes: what else the machine has to do is in both.
  const growth = after / most / (before / least);
  const limit = LIMITS[name];
  const isAboveLimit =
    limit !== null &&
    [few, many].some((figures) => isAbove(costOf(figures, name), limit, costOf(figures, 'bare')));
  const isOver = !(growth <= MOST_GROWTH) || isAboveLimit;
  const bare = limit === null ? '' : `${limit} ms or ${timesBare(limit).toFixed(0)} x node:http, `;
  const columns = [
    before.toFixed(4).padStart(14),
    (before / least).toFixed(1).padStart(10),
    after.toFixed(4).padStart(18),
    (after / most).toFixed(1).padStart(10),
    `${(after / before).toFixed(2)} x`.padStart(8),
    `${growth.toFixed(2)} x`.padStart(14),
  ];
  console.log(
    `${isOver ? '!!' : 'ok'} ${name.padEnd(36)}${columns.join(' ')}   (limit ${bare}${MOST_GROWTH} x)`,
  );
  return Number(isOver);
}

function printWaiting(few: Figures, many: Figures): number {
  const lines = [
    [FEW, few],
    [MANY, many],
  ] as const;
  return lines.reduce((over, [learners, { control, waiting }]) => {
    const isOver = !(waiting.p99 <= MOST_WAITING);
    console.log(
      `${isOver ? '!!' : 'ok'} exam of ${QUESTIONS} handed in, ${CALLERS} callers, ${learners.toLocaleString('en')} learners: p50 ${waiting.p50.toFixed(1)} ms, p99 ${waiting.p99.toFixed(1)} ms (limit ${MOST_WAITING}); the session alone p50 ${control.p50.toFixed(1)}, p99 ${control.p99.toFixed(1)}: ${(waiting.p99 / control.p99).toFixed(1)} x`,
    );
    return over + Number(isOver);
  }, 0);
}

async function measureWith(school: School, total: number): Promise<Figures> {
  const { bare, client, dataDir, limit, origin, pid, port } = school;
  if (total === FEW) await seedLearners(client, FEW);
  const callers = await signInLearners(client, total, Math.min(total, 1000));
  const calls = callsOf(callers, { dataDir, origin });
  const rounds = new Map<Name, number[]>(
    [...NAMES, 'limit' as const, 'bare' as const].map((name) => [name, []]),
  );
  const times = { waiting: [] as number[], control: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const shift = (call: (index: number) => Call) => (index: number) => call(index + round * 100_000);
    const cost = (requests: number, call: (index: number) => Call) =>
      measure({ pid, port, requests, callers: CALLERS, call: shift(call) });
    const costs: Record<Name, number> = {
      'dashboard page': DASHBOARD.length * (await cost(800, calls.dashboard)),
      'progress save': await cost(800, calls.progress),
      'answer save': await cost(800, calls.answer),
      'exam handed in': await cost(200, (index) => calls.submit(index % 100_000)),
      'recommended courses': await cost(100, calls.recommended),
      limit: await measure({ ...limit, requests: 2000, callers: CALLERS, call: () => ({ path: '/' }) }),
      bare: await measure({ ...bare, requests: 4000, callers: CALLERS, call: () => ({ path: '/' }) }),
    };
    const waiting = await timesOf(port, (index) => calls.submit(200 + index), 200);
    const control = await timesOf(port, calls.session, 200);
    await reopenExams(client);
    // The first round warms up.
    if (round === 0) continue;
    for (const [name, all] of rounds) all.push(costs[name]);
    times.waiting.push(...waiting);
    times.control.push(...control);
  }
  return {
    costs: new Map([...rounds].map(([name, all]) => [name, median(all)])),
    waiting: spread(times.waiting),
    control: spread(times.control),
  };
}

/** What each learner in turn asks for. */
function callsOf(callers: readonly Caller[], { dataDir, origin }: Pick<School, 'dataDir' | 'origin'>) {
  const name = sessionCookieName(parseConfig({ DATA_DIR: dataDir, PUBLIC_URL: origin }));
  const secret = readAuthSecret(dataDir);
  const people = callers.map((caller) => ({
    ...caller,
    writer: randomUUID(),
    cookie: `${name}=${signedValue(caller.token, secret)}`,
  }));
  const personAt = (index: number) => people[index % people.length] as (typeof people)[number];
  const headersAt = (index: number) => ({
    cookie: personAt(index).cookie,
    'x-forwarded-for': `10.2.${(index >> 8) & 255}.${index & 255}`,
  });
  const write = (index: number, call: Pick<Call, 'method' | 'path'>, body: object): Call => ({
    ...call,
    headers: { ...headersAt(index), origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    session: (index: number): Call => ({ path: '/api/session', headers: headersAt(index) }),
    dashboard: (index: number): Call => ({
      path: DASHBOARD[index % DASHBOARD.length] ?? '',
      headers: headersAt(Math.floor(index / DASHBOARD.length)),
    }),
    recommended: (index: number): Call => ({
      path: '/api/my-courses/recommended',
      headers: headersAt(index),
    }),
    progress: (index: number): Call =>
      write(
        index,
        { path: `/api/learning/sections/${personAt(index).sectionId}`, method: 'PUT' },
        { reached: (index % 90) / 100, position: 0.4, at: new Date().toISOString() },
      ),
    answer: (index: number): Call =>
      write(
        index,
        { path: `/api/exam-attempts/${personAt(index).saving}/answers`, method: 'PUT' },
        {
          writer: personAt(index).writer,
          seq: index + 1,
          question: `q-${(index % QUESTIONS) + 1}`,
          answer: 'x',
        },
      ),
    submit: (index: number): Call => {
      const attempt = personAt(index).handedIn[Math.floor(index / people.length)] ?? '';
      return write(index, { path: `/api/exam-attempts/${attempt}/result`, method: 'POST' }, {});
    },
  };
}

/** How long each call takes with all callers at once, in ms. */
async function timesOf(port: number, call: (index: number) => Call, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const times: number[] = [];
  let next = 0;
  const caller = async () => {
    for (let index = next++; index < count; index = next++) {
      const begin = performance.now();
      const reply = await send(port, call(index), agent);
      if (reply.status >= 400)
        throw new Error(`${call(index).path}: ${reply.status} ${reply.body.toString().slice(0, 200)}`);
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  agent.destroy();
  return times;
}

function spread(times: readonly number[]): { p50: number; p99: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
