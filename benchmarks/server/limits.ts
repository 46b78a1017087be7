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
import { seedMember } from '../seed-users.ts';
import { measureMemory, watchMemory } from './memory.ts';

/** Rounds until everything is compiled and cached, and those that count. */
const WARMING = 2;
const ROUNDS = 5;
const LEARNERS = 1000;
const MEMBERS = 4000;
const MANY = 16;
/** Who signs in: as in a school, each comes back after the others. */
const PEOPLE = 40;
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
async function measureSignIn({ client, hashing, origin, pid, port }: MeasuredSchool): Promise<number> {
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    ...SOMEBODY,
    email: `limits${index}@school.test`,
  }));
  for (const person of people) await seedMember(client, person);
  const headers = { 'content-type': 'application/json', origin };
  const call = (index: number): Call => ({
    path: '/api/sign-in',
    method: 'POST',
    // Another address each time: a single one is held back by the rate limit, as it should be.
    headers: { ...headers, 'x-forwarded-for': `10.7.0.${index & 255}` },
    body: JSON.stringify(people[index % PEOPLE]),
  });
  const beside: number[] = [];
  const floors: { hash: number; statements: number }[] = [];
  for (let round = 0; round < 1 + ROUNDS; round += 1) {
    const hash = await hashCost(PEOPLE);
    const from = round * PEOPLE;
    const whole = await measure({
      pid,
      port,
      requests: PEOPLE,
      callers: 1,
      call: (index) => call(from + index),
    });
    const load = { requests: PEOPLE, callers: 1, call };
    const alone = await measure({ ...hashing.hash, ...load });
    const statements = await measure({ ...hashing.statements, ...load, alsoPid: pid });
    // The first time, each of them is told of a new device.
    if (round === 0) continue;
    beside.push(whole - hash);
    floors.push({ hash: alone - hash, statements: statements - hash });
  }
  const rest = median(beside);
  console.log(
    `${rest <= 2 ? 'ok' : '!!'} ${'sign-in beside its hash'.padEnd(34)}${rest.toFixed(3).padStart(9)} CPU ms (limit 2)`,
  );
  const [hash, statements] = (['hash', 'statements'] as const).map((kind) =>
    median(floors.map((floor) => floor[kind])).toFixed(3),
  );
  console.log(
    `   of that, what bare node:http costs with the same hash ${hash}, with a select and an insert by key ${statements}`,
  );
  return Number(!(rest <= 2));
}

/** What one check of a password costs in this process, in CPU ms. */
async function hashCost(times: number): Promise<number> {
  const hashed = await hashPassword(SOMEBODY.password);
  const before = process.cpuUsage();
  for (let index = 0; index < times; index += 1) await verifyPassword(hashed, SOMEBODY.password);
  const { system, user } = process.cpuUsage(before);
  return (system + user) / 1000 / times;
}
