/**
 * What a request may cost beside bare node:http of the same minutes, and what our processes may hold while they answer.
 * Every round measures each case and bare node:http in turn; the median of the rounds' ratios counts.
 */
import type pg from 'pg';
import { hashPassword, verifyPassword } from '#server/areas/accounts/password/passwords';
import { commentCall } from '../comments.ts';
import { callsOf } from '../learner-calls.ts';
import { type Call, measure, median, type Server } from '../load.ts';
import { seedCourses } from '../seed-courses.ts';
import { seedExams, seedLearners, signInLearners } from '../seed-learners.ts';
import { seedMembers } from '../seed-members.ts';
import { seedPeople } from '../seed-users.ts';
import { measureMemory, watchMemory } from './memory.ts';

/** Rounds until everything is compiled and cached, and those that count. */
const WARMING = 2;
const ROUNDS = 5;
const LEARNERS = 1000;
const MEMBERS = 4000;
const MANY = 16;
/** Who signs in: as in a school, each comes back after the others, and nobody has so many sessions that one has to end. */
const PEOPLE = 160;
/** How often each of them has signed in before it counts: all is compiled by then. */
const SIGN_IN_WARMING = 10;
const SOMEBODY = { email: 'limits@school.test', password: 'a quiet sentence to remember' };
const BROTLI = { 'accept-encoding': 'br' };

export interface MeasuredSchool {
  readonly client: pg.Client;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  readonly origin: string;
  readonly bare: Server;
  /** Bare node:http that checks a password for each request: nothing else, or between a select and an insert by key. */
  readonly hashing: { readonly hash: Server; readonly statements: Server };
}
interface Case {
  readonly name: string;
  readonly callers: number;
  readonly requests: number;
  /** How often the cost of bare node:http it may cost. */
  readonly mostTimes: number;
  readonly call: (index: number) => Call;
}

/** Prints each figure beside its limit; answers how many are over theirs. */
export async function measureLimits(school: MeasuredSchool): Promise<number> {
  const { bare, client, pid, port } = school;
  await seedCourses(client, 50);
  await seedExams(client);
  await seedLearners(client, LEARNERS);
  const cases = await casesOf(school);
  const rounds = new Map<string, { cost: number; times: number }[]>(cases.map(({ name }) => [name, []]));
  const bares: number[] = [];
  let stopWatching = () => [] as readonly number[];
  for (let round = 0; round < WARMING + ROUNDS; round += 1) {
    if (round === WARMING) stopWatching = watchMemory(pid);
    for (const each of cases) {
      const unit = await measure({ ...bare, requests: 4000, callers: MANY, call: () => ({ path: '/' }) });
      const call = (index: number) => each.call(index + round * 10_000);
      const cost = await measure({ ...each, pid, port, call });
      if (round < WARMING) continue;
      bares.push(unit);
      rounds.get(each.name)?.push({ cost, times: cost / unit });
    }
  }
  const underLoad = stopWatching();
  console.log(
    `\nServer, CPU ms per request of all our processes; bare node:http ${median(bares).toFixed(4)}`,
  );
  let over = 0;
  for (const { mostTimes, name } of cases) {
    const figures = rounds.get(name) ?? [];
    const times = median(figures.map((figure) => figure.times));
    const cost = median(figures.map((figure) => figure.cost));
    over += Number(!(times <= mostTimes));
    console.log(
      `${times <= mostTimes ? 'ok' : '!!'} ${name.padEnd(34)}${cost.toFixed(3).padStart(9)}${times.toFixed(1).padStart(8)} x bare (limit ${mostTimes} x)`,
    );
  }
  return over + (await measureSignIn(school)) + (await measureMemory(school, underLoad));
}

async function casesOf(school: MeasuredSchool): Promise<Case[]> {
  const { client, origin } = school;
  const learners = callsOf(await signInLearners(client, LEARNERS, LEARNERS), school);
  const cookies = (await seedMembers(client, MEMBERS, school)).map(({ cookie }) => cookie);
  const comment = await commentCall(client, cookies, origin);
  const get = (path: string) => () => ({ path, headers: BROTLI });
  const session = (index: number) => ({
    path: '/api/session',
    headers: { ...BROTLI, cookie: cookies[index % cookies.length] ?? '' },
  });
  const many = { callers: MANY, requests: 1600 };
  const one = { callers: 1, requests: 800 };
  return [
    { name: 'catalogue', ...many, requests: 4000, mostTimes: 3, call: get('/api/courses') },
    { name: 'course page', ...many, requests: 4000, mostTimes: 3, call: get('/courses/sql-from-scratch') },
    { name: 'session', ...many, requests: 3000, mostTimes: 4, call: session },
    { name: 'session, one connection', ...one, mostTimes: 4, call: session },
    { name: 'dashboard', ...many, mostTimes: 10, call: learners.dashboard },
    { name: 'dashboard, one connection', ...one, mostTimes: 10, call: learners.dashboard },
    { name: 'progress save', ...many, mostTimes: 12, call: learners.progress },
    { name: 'answer save', ...many, mostTimes: 12, call: learners.answer },
    { name: 'comment write', ...many, mostTimes: 12, call: comment.call },
  ];
}

/** What signing in costs beside its hash, in CPU ms: of people who signed in on this device before. */
async function measureSignIn(school: MeasuredSchool): Promise<number> {
  const { client, origin, pid, port } = school;
  const people = Array.from({ length: PEOPLE }, (_, index) => `limits${index}@school.test`);
  await seedPeople(client, people, SOMEBODY.password);
  const headers = { 'content-type': 'application/json', origin };
  const call = (index: number): Call => ({
    path: '/api/sign-in',
    method: 'POST',
    // Another address each time: a single one is held back by the rate limit, as it should be.
    headers: { ...headers, 'x-forwarded-for': `10.7.0.${index & 255}` },
    body: JSON.stringify({ email: people[index % PEOPLE], password: SOMEBODY.password }),
  });
  // The first time, each of them is told of a new device.
  await measure({ pid, port, requests: PEOPLE * SIGN_IN_WARMING, callers: MANY, call });
  const { rest, floors } = await besideHash(school, { callers: MANY, call });
  console.log(
    `${rest <= 2 ? 'ok' : '!!'} ${'sign-in beside its hash'.padEnd(34)}${rest.toFixed(3).padStart(9)} CPU ms (limit 2)`,
  );
  const one = await besideHash(school, { callers: 1, call });
  console.log(`   ${'sign-in, one connection'.padEnd(34)}${one.rest.toFixed(3).padStart(9)} CPU ms`);
  for (const [name, { hash, statements }] of [
    ['', floors] as const,
    [', one connection', one.floors] as const,
  ])
    console.log(
      `   bare node:http with the same hash${name} ${hash.toFixed(3)}, with a select and an insert by key ${statements.toFixed(3)}`,
    );
  return Number(!(rest <= 2));
}

/** What each sign-in costs beside the check of its password, and what bare node:http costs beside the same check. */
async function besideHash(
  { hashing, pid, port }: MeasuredSchool,
  { call, callers }: Pick<Case, 'call' | 'callers'>,
): Promise<{ rest: number; floors: { hash: number; statements: number } }> {
  const rounds: { rest: number; hash: number; statements: number }[] = [];
  const load = { requests: PEOPLE, callers, call };
  for (let round = 0; round < ROUNDS; round += 1) {
    const check = await hashCost(PEOPLE, callers);
    const whole = await measure({ pid, port, ...load });
    const alone = await measure({ ...hashing.hash, ...load });
    const statements = await measure({ ...hashing.statements, ...load, alsoPid: pid });
    rounds.push({ rest: whole - check, hash: alone - check, statements: statements - check });
  }
  const middle = (kind: 'rest' | 'hash' | 'statements') => median(rounds.map((round) => round[kind]));
  return { rest: middle('rest'), floors: { hash: middle('hash'), statements: middle('statements') } };
}

/** What one check of a password costs in this process, in CPU ms, of so many at once: they share the memory and its caches. */
async function hashCost(times: number, callers: number): Promise<number> {
  const hashed = await hashPassword(SOMEBODY.password);
  let next = 0;
  const caller = async () => {
    for (let index = next++; index < times; index = next++) await verifyPassword(hashed, SOMEBODY.password);
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: callers }, caller));
  const { system, user } = process.cpuUsage(before);
  return (system + user) / 1000 / times;
}
