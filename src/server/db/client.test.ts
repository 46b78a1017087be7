import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '#tests/kit/database';

test('of two transactions that wait for each other both are done in the end', async ({ ownDb }) => {
  await ownDb.pool.query('create table slots (id int primary key, taken int not null default 0)');
  await ownDb.pool.query('insert into slots (id) values (1), (2)');
  const [both, meet] = [Promise.withResolvers<void>(), { there: 0, attempts: 0 }];
  const take = (first: number, second: number) =>
    ownDb.transaction(async (trx) => {
      meet.attempts += 1;
      await sql`set local deadlock_timeout = '20ms'`.execute(trx);
      await sql`update slots set taken = taken + 1 where id = ${first}`.execute(trx);
      meet.there += 1;
      if (meet.there === 2) both.resolve();
      await both.promise;
      await sql`update slots set taken = taken + 1 where id = ${second}`.execute(trx);
    });
  await Promise.all([take(1, 2), take(2, 1)]);
  // The one that is ended begins anew; on a slow machine both may have been.
  expect(meet.attempts).toBeGreaterThanOrEqual(3);
  expect((await ownDb.pool.query('select taken from slots')).rows).toEqual([{ taken: 2 }, { taken: 2 }]);
});

test('what fails for another reason is not done again', async ({ ownDb }) => {
  let attempts = 0;
  const work = ownDb.transaction(async (trx) => {
    attempts += 1;
    await sql`select 1 / 0`.execute(trx);
  });
  await expect(work).rejects.toMatchObject({ code: '22012' });
  expect(attempts).toBe(1);
});
