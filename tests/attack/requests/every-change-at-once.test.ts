import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { contract } from '#contract/contract';
import type { Viewer } from '#domain/access/viewer';
import { type Db, openDatabase } from '#server/db/client';
import { type Stated, statedProcedures } from '#server/http/check-contract';
import { createLog } from '#server/platform/log';
import { createDatabase, dropDatabase } from '#tests/kit/database';
import { type Content, insertContent } from '../content/content.ts';
import { type CallerName, openSchool } from '../kit/school.ts';
import { databaseState, differences } from './database-state.ts';
import { prepareChange, type SendChange, summary, viewersOf } from './send-change.ts';

const UNSAFE = statedProcedures(contract).filter(({ method }) => method !== 'GET');
/** Every change has copies of a school of its own, which takes minutes: the long proof runs all of them. */
const ALWAYS = [
  'accounts.changePassword',
  'accounts.setAvatar',
  'settings.uploadLogo',
  'accounts.startTwoFactor',
  'accounts.stopTwoFactor',
  'banks.create',
  'billing.addCoupon',
  'billing.addPrice',
  'billing.cancel',
  'courses.duplicate',
  'exams.start',
  'legal.cancel',
  'legal.withdraw',
  'teams.changeSeats',
  'teams.checkout',
  'teams.transfer',
];
const CHOSEN = process.env.PROVE ? UNSAFE : UNSAFE.filter(({ name }) => ALWAYS.includes(name));
const KEY = { 'idempotency-key': '5a1e7b1c-one-key-for-all' };
/** Sixteen callers of what costs much are slow beside other tests. */
const TIMEOUT = { timeout: 300_000 };
const TURNS = process.env.PROVE ? 16 : 4;
/** Ten wrong codes lock, and a code is wrong once it was used; three files of questions are read or wait. */
const AT_MOST: readonly (readonly [RegExp, number])[] = [
  [/TwoFactor$|BackupCodes$|proveFactor$/, 8],
  [/^banks\.(?:import|preview)$/, 3],
];
const turnsOf = ({ name }: Stated) =>
  Array.from({
    length: Math.min(TURNS, ...AT_MOST.map(([names, most]) => (names.test(name) ? most : TURNS))),
  });
/**
 * Wrong passwords are counted: what was right for all at once is wrong for the second in turn. Changes of counts become one
 * of each count where comments are written together.
 */
const NOT_COMPARED = ['sign_in_failures', 'kept_count_changes'];

const silent = createLog('silent');
const server = inject('database');
const filled = `filled_${randomBytes(6).toString('hex')}`;
/** Fewer connections than callers: whoever held one while waiting for a second would wait for ever. */
const openAt = (database: string) =>
  openDatabase({ connection: { ...server, database }, log: silent, maxConnections: Math.min(10, TURNS - 1) });
let people: ReadonlyMap<CallerName, Viewer>;
let content: Content;
beforeAll(async () => {
  const db = openAt(await createDatabase(server, filled));
  people = (await openSchool(db)).people;
  content = await insertContent(db);
  await db.close();
});
afterAll(() => dropDatabase(server, filled));

/** What is counted, with the changes that are not added up yet. */
async function countsNow({ kysely }: Db) {
  const { rows } = await sql`
    select what, count(*)::int as subjects, sum(count)::int as count from counts_now where count <> 0
    group by what order by what`.execute(kysely);
  return rows;
}

type Replies = Awaited<ReturnType<SendChange>>[];

/** What `work` does to a copy of the school. */
async function effectOf(procedure: Stated, work: (send: SendChange) => Promise<Replies>) {
  const name = await createDatabase(server, `copy_${randomBytes(6).toString('hex')}`, filled);
  const db = openAt(name);
  try {
    const viewers = viewersOf();
    const school = await openSchool(db, { people, findViewer: viewers.find });
    viewers.know(school);
    const send = await prepareChange({ school, content }, procedure);
    const before = await databaseState(db);
    const replies = await work(send);
    const changed = summary(differences(before, await databaseState(db)));
    return {
      statuses: replies.map(({ status }) => status).sort(),
      answers: replies.map(({ code, status }) => (status < 400 ? `${status}` : `${status} ${code}`)).sort(),
      changed: changed.filter((line) => !NOT_COMPARED.includes(line.split(' ')[0] ?? '')).sort(),
      counts: await countsNow(db),
    };
  } finally {
    await db.close();
    await dropDatabase(server, name);
  }
}

test.for(CHOSEN)(
  '$name by several at once does what it does one after the other',
  TIMEOUT,
  async (procedure) => {
    const inTurn = await effectOf(procedure, async (send) => {
      const replies: Replies = [];
      for (const _ of turnsOf(procedure)) replies.push(await send());
      return replies;
    });
    const together = await effectOf(procedure, (send) => Promise.all(turnsOf(procedure).map(() => send())));
    expect(together.statuses.filter((status) => status >= 500)).toEqual([]);
    expect(together.changed).toEqual(inTurn.changed);
    expect(together.counts).toEqual(inTurn.counts);
  },
);

test.for(CHOSEN)('$name by several at once with one key has one effect', TIMEOUT, async (procedure) => {
  const once = await effectOf(procedure, async (send) => [await send(KEY)]);
  const together = await effectOf(procedure, (send) => Promise.all(turnsOf(procedure).map(() => send(KEY))));
  const [done = ''] = once.answers;
  expect(together.answers).toContain(done);
  // Where the first one succeeds, no other may run: to be refused for what it did would be a second run.
  const waits = done.startsWith('2') ? '409 REQUEST_IN_PROGRESS' : '409 ';
  expect(together.answers.filter((each) => each !== done && !each.startsWith(waits))).toEqual([]);
  expect(together.changed).toEqual(once.changed);
  expect(together.counts).toEqual(once.counts);
});
