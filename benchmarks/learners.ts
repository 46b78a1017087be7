import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { callsOf, DASHBOARD } from './learner-calls.ts';
import { type Call, isAbove, measure, median, type Server, timesBare } from './load.ts';
import {
  type Caller,
  QUESTIONS,
  reopenExams,
  seedExams,
  seedLearners,
  signInLearners,
} from './seed-learners.ts';
import { openBareTransactions, timesOf, type Waiting, waitingOf } from './waiting.ts';

const FEW = 100;
const MANY = 100_000;
/** Learners who ask, however many there are: each of them asks as often, and finds in memory as much of it. */
const ASKING = FEW;
/** So often each of them asks for the dashboard between writes: the first time it is read anew. */
const ASKED_EACH = 8;
/** Until the server has heard what was changed beside it. */
const HEARD_MS = 100;
/** Rounds until everything is compiled and cached, and those that count. */
const WARMING = 4;
const ROUNDS = 5;
const CALLERS = 16;
const MAX_GROWTH = 1.5;
/** ms, or so often what a bare transaction of the same rows takes. */
const MAX_WAITING = { ms: 100, timesBare: 5 };
/** Rounds of exams that are handed in, and how many in each. */
const WAITING_ROUNDS = 15;
const SUBMITTED = 200;

interface School {
  readonly client: pg.Client;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  readonly origin: string;
  /** The machine's own limit, a server that does nothing but one select. */
  readonly limit: Server;
  /** Bare node:http. */
  readonly bare: Server;
}
/** Most CPU ms of a request, or of all requests that a page makes; null: only what it grows by is limited. */
const LIMITS = {
  'dashboard page': 1,
  'dashboard page, read anew': null,
  'dashboard page, from memory': null,
  'progress save': 1,
  'answer save': 1,
  'exam handed in': null,
  'recommended courses': null,
};
const NAMES = [
  'dashboard page',
  'dashboard page, read anew',
  'dashboard page, from memory',
  'progress save',
  'answer save',
  'exam handed in',
  'recommended courses',
] as const;
type Name = (typeof NAMES)[number] | 'limit' | 'bare';
interface Figures {
  /** CPU ms. */
  readonly costs: ReadonlyMap<Name, number>;
  /** How long sixteen callers wait for handing in, and for a bare transaction of the same rows. */
  readonly waiting: Waiting;
  readonly bare: Waiting;
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
  const isOver = !(growth <= MAX_GROWTH) || isAboveLimit;
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
    `${isOver ? '!!' : 'ok'} ${name.padEnd(36)}${columns.join(' ')}   (limit ${bare}${MAX_GROWTH} x)`,
  );
  return Number(isOver);
}

function printWaiting(few: Figures, many: Figures): number {
  const lines = [
    [FEW, few],
    [MANY, many],
  ] as const;
  return lines.reduce((over, [learners, { bare, waiting }]) => {
    const times = waiting.p99 / bare.p99;
    const isOver = !(waiting.p99 <= MAX_WAITING.ms || times <= MAX_WAITING.timesBare);
    const shown = ({ all, p50, p99 }: Waiting) =>
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (of all rounds together ${all.toFixed(1)})`;
    console.log(
      `${isOver ? '!!' : 'ok'} exam of ${QUESTIONS} handed in, ${CALLERS} callers, ${learners.toLocaleString('en')} learners: ${shown(waiting)} (limit ${MAX_WAITING.ms} ms or ${MAX_WAITING.timesBare} x); a bare transaction of the same rows ${shown(bare)}: ${times.toFixed(1)} x`,
    );
    return over + Number(isOver);
  }, 0);
}

async function measureWith(school: School, total: number): Promise<Figures> {
  const { bare, client, limit, pid, port } = school;
  if (total === FEW) await seedLearners(client, FEW);
  const callers = await signInLearners(client, total, ASKING);
  const calls = callsOf(callers, school);
  const rounds = new Map<Name, number[]>(
    [...NAMES, 'limit' as const, 'bare' as const].map((name) => [name, []]),
  );
  for (let round = 0; round < WARMING + ROUNDS; round += 1) {
    const shift = (call: (index: number) => Call) => (index: number) => call(index + round * 100_000);
    const cost = (requests: number, call: (index: number) => Call) =>
      measure({ pid, port, requests, callers: CALLERS, call: shift(call) });
    // What was submitted in the round before changed what each of them is shown.
    await wait(HEARD_MS);
    const anew = DASHBOARD.length * (await cost(ASKING, calls.dashboard));
    const kept = DASHBOARD.length * (await cost(ASKING * (ASKED_EACH - 1), calls.dashboard));
    const costs: Record<Name, number> = {
      'dashboard page': (anew + kept * (ASKED_EACH - 1)) / ASKED_EACH,
      'dashboard page, read anew': anew,
      'dashboard page, from memory': kept,
      'progress save': await cost(800, calls.progress),
      'answer save': await cost(800, calls.answer),
      'exam handed in': await cost(200, (index) => calls.submit(index % 100_000)),
      'recommended courses': await cost(400, calls.recommended),
      limit: await measure({ ...limit, requests: 8000, callers: CALLERS, call: () => ({ path: '/' }) }),
      bare: await measure({ ...bare, requests: 8000, callers: CALLERS, call: () => ({ path: '/' }) }),
    };
    await reopenExams(client);
    if (round < WARMING) continue;
    for (const [name, all] of rounds) all.push(costs[name]);
  }
  return {
    costs: new Map([...rounds].map(([name, all]) => [name, median(all)])),
    ...(await measureWaiting(school, callers, calls.submit)),
  };
}

/** Rounds of both in turn, each with exams that nobody handed in. */
async function measureWaiting(
  { client, dataDir, port }: School,
  callers: readonly Caller[],
  submit: (index: number) => Call,
): Promise<Pick<Figures, 'waiting' | 'bare'>> {
  const transactions = await openBareTransactions(dataDir, callers);
  const waiting: number[][] = [];
  const bare: number[][] = [];
  for (let round = 0; round <= WAITING_ROUNDS; round += 1) {
    waiting.push(await timesOf(port, submit, SUBMITTED));
    bare.push(await transactions.times(SUBMITTED, SUBMITTED));
    await reopenExams(client);
  }
  await transactions.close();
  // The first round warms up.
  return { waiting: waitingOf(waiting.slice(1)), bare: waitingOf(bare.slice(1)) };
}
