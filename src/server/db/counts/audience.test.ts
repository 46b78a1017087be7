import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '#tests/kit/database';

/** Time in which a statement would be done if nothing held it. */
const WAITING_MS = 60;

const AGREE = 'insert into marketing_consents (user_id, given_at) select id, now() from users';
const WITHDRAW = 'update marketing_consents set withdrawn_at = now()';
const CONFIRM = 'update users set email_verified = true';
const DISABLE = 'update users set disabled_at = now()';
const MOVE = "update users set email = 'new@school.test'";
const UPGRADE = "update profiles set subscription_tier = 'premium'";
const report = (address: string) =>
  `insert into mail_suppressions (address, reason, detail, reported_at) values ('${address}', 'bounce', '', now())`;
const FORGIVE = 'delete from mail_suppressions';

/** What two people may do to one account in the same moment, after this. */
const MEETINGS: readonly (readonly [before: readonly string[], one: string, other: string])[] = [
  [['update users set email_verified = false'], AGREE, CONFIRM],
  [[], AGREE, UPGRADE],
  [[], AGREE, DISABLE],
  [[], AGREE, report('old@school.test')],
  [[AGREE], WITHDRAW, DISABLE],
  [[AGREE], WITHDRAW, UPGRADE],
  [[AGREE], MOVE, report('new@school.test')],
  [[AGREE, report('old@school.test')], MOVE, FORGIVE],
  [[AGREE, report('old@school.test'), DISABLE], 'update users set disabled_at = null', FORGIVE],
];

test('whoever gets marketing emails is counted once, whatever changes in the same moment', async ({
  ownDb: db,
}) => {
  const run = (statement: string) => db.pool.query(statement);
  const counts = async (view: string) =>
    (await run(`select subject, count from ${view} where what = 'audience' and count <> 0`)).rows;
  for (const [before, one, other] of MEETINGS)
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      for (const table of ['users', 'mail_suppressions']) await run(`delete from ${table}`);
      await run("insert into users (name, email, email_verified) values ('Ada', 'old@school.test', true)");
      for (const statement of before) await run(statement);
      const { promise: meeting, resolve: meet } = Promise.withResolvers<void>();
      const held = db.transaction(async (trx) => {
        await sql.raw(first).execute(trx);
        meet();
        await wait(WAITING_MS);
      });
      await meeting;
      await Promise.all([held, db.transaction((trx) => sql.raw(second).execute(trx))]);
      expect([first, second, await counts('counts_now')]).toEqual([
        first,
        second,
        await counts('counted_anew'),
      ]);
    }
});
