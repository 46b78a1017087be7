import { expect } from 'vitest';
import { hashPassword } from '#server/areas/accounts/password/passwords';
import { setPasswordHash } from '#server/areas/accounts/sql';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openSchool, type School, START } from '../kit/school.ts';

const PAIRS = Number(process.env.PROVE ? 150 : 18);
const PASSWORD = 'a quiet sentence to remember';
/** A busy machine may be unfair once; a difference that tells something is there every time. */
const TRIES = 3;
/** How often a known address may take longer than an unknown one; half of the time would be no difference at all. */
const FAIR = [0.2, 0.8] as const;

const SIGN_IN = '/api/sign-in';
type Form = (email: string) => Record<string, unknown>;
const QUESTIONS: readonly (readonly [path: string, form: Form])[] = [
  ['/api/forgot-password', (email) => ({ email })],
  [
    '/api/register',
    (email) => ({ name: 'New Person', email, password: PASSWORD, confirmPassword: PASSWORD }),
  ],
  ['/api/resend-verification', (email) => ({ email })],
  ['/api/sign-in/code', (email) => ({ email })],
];

/** People who are confirmed, and people who never confirmed: both are accounts that nobody may learn of. */
async function insertKnown(db: Db, count: number, verified: boolean, name: string): Promise<string[]> {
  const hash = await hashPassword(PASSWORD);
  const emails = Array.from({ length: count }, (_, index) => `${name}-${index}@school.test`);
  await db.transaction(async (trx) => {
    for (const email of emails) {
      const { id } = await trx
        .insertInto('users')
        .values({ name: 'Known', email, email_verified: verified })
        .returning('id')
        .executeTakeFirstOrThrow();
      await setPasswordHash(trx, id, hash, START);
    }
  });
  return emails;
}

/** What the caller is told, without what is drawn anew each time. */
async function ask(school: School, path: string, body: Record<string, unknown>) {
  const started = performance.now();
  const response = await school.ask('visitor', 'POST', path, { body });
  const text = await response.text();
  const ms = performance.now() - started;
  const reported = text
    .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, 'id')
    .replace(/"challenge":"[^"]+"/, '"challenge"');
  const headers = [...response.headers]
    .filter(([name]) => name !== 'x-request-id')
    .map(([name, value]) => `${name}: ${value}`);
  return { ms, reported: `${response.status} ${reported}\n${headers.join('\n')}` };
}

/** The share of pairs of times in which the first list is the slower one. */
function shareSlower(first: readonly number[], second: readonly number[]): number {
  const wins = first.flatMap((a) => second.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce((sum: number, win) => sum + win, 0) / wins.length;
}

/** Fails when a known address is answered in other words, or later or sooner, than an unknown one. */
async function compare(db: Db, path: string, form: Form, verified: boolean): Promise<void> {
  const school = await openSchool(db);
  const shares: number[] = [];
  for (let turn = 0; turn < TRIES; turn += 1) {
    const known = await insertKnown(db, PAIRS, verified, `known-${turn}`);
    const times = { known: [] as number[], unknown: [] as number[] };
    for (const [index, email] of known.entries()) {
      // In turns, and not always the same one first: what else the machine does meets both.
      const both = [
        ['known', email],
        ['unknown', `unknown-${turn}-${index}@school.test`],
      ] as const;
      const answers = new Map<string, string>();
      for (const [kind, address] of index % 2 === 0 ? both : both.toReversed()) {
        const { ms, reported } = await ask(school, path, form(address));
        times[kind].push(ms);
        answers.set(kind, reported);
      }
      expect(answers.get('known')).toBe(answers.get('unknown'));
    }
    const share = shareSlower(times.known.slice(2), times.unknown.slice(2));
    shares.push(share);
    if (share > FAIR[0] && share < FAIR[1]) return;
  }
  expect.fail(
    `known addresses are slower in ${shares.map((share) => Math.round(share * 100)).join(', ')} of 100`,
  );
}

const timeout = process.env.PROVE ? 600_000 : 180_000;
for (const verified of [true, false]) {
  const kind = verified ? 'a confirmed' : 'an unconfirmed';
  test(`neither words nor time of ${SIGN_IN} tell ${kind} account`, { timeout }, ({ ownDb }) =>
    compare(ownDb, SIGN_IN, (email) => ({ email, password: 'a wrong password' }), verified),
  );
  // These wait for an even time and do little: beside each other they take no longer than one of them.
  test.concurrent.for(QUESTIONS)(
    `neither words nor time of %s tell ${kind} account`,
    { timeout },
    ([path, form], { ownDb }) => compare(ownDb, path, form, verified),
  );
}
