import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/contract';
import { insertRequest } from '#server/areas/billing/law/request-sql';
import { insertFacts } from '#server/areas/billing/ledger/ledger-sql';
import { openAccount, SCHOOL } from '#server/areas/billing/ledger/open-account';
import { secondsOf } from '#server/areas/billing/ledger/seconds';
import { type Stated, statedProcedures } from '#server/http/check-contract';
import { CASES } from '#tests/attack/access/access-cases';
import { OBJECTS } from '#tests/attack/access/access-objects';
import { callProcedure } from '#tests/attack/kit/call-procedure';
import type { CallerName, School } from '#tests/attack/kit/school';
import { shareSchool } from '#tests/attack/kit/shared-school';

/** Statements of one request at most, besides the one that finds who asks. */
const MAX = 3;
/** Pages about one person, exam, or server that put together what has nothing to do with each other: none of them is a list. */
const MORE: Readonly<Record<string, number>> = {
  'billing.timeline': 8,
  'exams.get': 4,
  'health.get': 8,
  'teams.mine': 5,
};
/** An export asks as often as it is long. */
const isExport = ({ name, outputSchema }: Stated) =>
  /export/i.test(name) && outputSchema instanceof z.ZodCustom;
const READS = statedProcedures(contract).filter((each) => each.method === 'GET' && !isExport(each));
/** What only holds a transaction together. */
const FRAME = /^(?:begin|start|commit|rollback|savepoint|release)\b/i;
let sent: string[] = [];

// Before the school is opened: its connection keeps the function that it finds then.
beforeAll(() => {
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text;
    if (text !== undefined && !FRAME.test(text)) sent.push(text);
    return Reflect.apply(query, this, args);
  } as typeof query);
  return () => spy.mockRestore();
});
const shared = shareSchool({}, async ({ school }) => {
  await insertTeams(school, ['free', 'premium', 'second']);
  await insertRequests(school, ['free', 'premium', 'second']);
  return {};
});

/** Several with an account: a list that asks once for each of its rows is found out. */
async function insertTeams({ people, services }: School, owners: readonly CallerName[]): Promise<void> {
  for (const owner of owners) {
    const viewer = people.get(owner);
    await services.db.pool.query(
      `with team as (insert into teams (name, owner_id) values ($1, $2) returning id)
       insert into billing_accounts (team_id) select id from team`,
      [`Crew of ${owner}`, viewer?.kind === 'member' ? viewer.userId : null],
    );
  }
}

/** Open requests under the law of members who pay, all before they asked for access at once. */
async function insertRequests({ people, services }: School, members: readonly CallerName[]): Promise<void> {
  const at = secondsOf(services.clock.now());
  for (const member of members) {
    const viewer = people.get(member);
    const userId = viewer?.kind === 'member' ? viewer.userId : '';
    await services.db.transaction(async (trx) => {
      const account = await openAccount(trx, userId, services.clock.now());
      if (!account) throw new Error('there is no account');
      const sub = {
        kind: 'subscription',
        id: `sub_of_${member}`,
        state: 'running',
        tier: 'basic',
        price: 'price_basic',
        interval: 'month',
        unitAmount: 999,
        currency: 'eur',
        quantity: 1,
        startedAt: at,
        periodEnd: at + 30 * 86_400,
        trialFrom: null,
        trialTo: null,
        endsAt: null,
      } as const;
      await insertFacts(trx, account.id, SCHOOL, [sub], services.clock.now());
      await insertRequest(trx, {
        id: randomUUID(),
        kind: 'withdrawal',
        account_id: null,
        subscription: null,
        name: member,
        email: `${member}@school.test`,
        contract: '',
        reason: '',
        statement: '',
        is_extraordinary: false,
        ends_on: null,
        received_at: services.clock.now(),
        state: 'open',
        outcome: null,
        targets: [],
      });
    });
  }
}

test.for(READS)('$name reads the database in few statements', async (procedure) => {
  const { db, untouched, ...world } = shared();
  const ask = async (who: 'basic' | 'admin', object: (typeof OBJECTS)[number]) => {
    const input = CASES[procedure.name]?.input?.(world, who, object) ?? {};
    sent = [];
    const response = await callProcedure(world.school, who, procedure, input);
    await response.arrayBuffer();
    // What fails on its way has asked for less.
    expect(response.status).toBeLessThan(500);
    return sent;
  };
  for (const who of ['basic', 'admin'] as const)
    for (const object of OBJECTS) {
      // What is read once for all requests is read before.
      await ask(who, object);
      const statements = await ask(who, object);
      expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MORE[procedure.name] ?? MAX);
    }
});

test('a statement is counted: the limit can be exceeded', async () => {
  const { db } = shared();
  sent = [];
  await db.pool.query('select 1');
  await db.transaction((trx) => trx.selectFrom('users').select('id').limit(1).execute());
  expect(sent).toHaveLength(2);
});
