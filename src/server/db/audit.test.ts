import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { recordAudit, systemCaller } from './audit.ts';

const CHANGES = [
  sql`update audit_log set action = 'nothing'`,
  sql`update audit_log set actor_id = null where false`,
  sql`delete from audit_log`,
  sql`truncate audit_log`,
  sql`insert into audit_log (id, actor_kind, action, entity) overriding system value
    select id, actor_kind, 'nothing', entity from audit_log on conflict (id) do update set action = 'nothing'`,
];

test.for(CHANGES.map((_, index) => index))(
  'what is in the audit log is neither changed nor deleted, not even by the owner of the table (%s)',
  async (index, { ownDb }) => {
    await ownDb.transaction((trx) =>
      recordAudit(trx, systemCaller, { action: 'test.done', entity: 'test', after: { a: 1 } }),
    );
    await expect(CHANGES[index]?.execute(ownDb.kysely)).rejects.toThrow('the audit log only grows');
    const rows = await ownDb.kysely.selectFrom('audit_log').select(['action', 'after']).execute();
    expect(rows).toEqual([{ action: 'test.done', after: { a: 1 } }]);
  },
);

test('an account that is deleted leaves its entries as they were', async ({ db }) => {
  const { id } = await db.kysely
    .insertInto('users')
    .values({ name: 'Ada', email: 'ada@school.test' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entry = {
    actor_kind: 'member',
    actor_id: id,
    action: 'test.done',
    entity: 'user',
    entity_id: id,
  } as const;
  await db.kysely.insertInto('audit_log').values(entry).execute();
  await db.kysely.deleteFrom('users').where('id', '=', id).execute();
  const rows = await db.kysely.selectFrom('audit_log').select(['actor_id', 'entity_id']).execute();
  expect(rows).toEqual([{ actor_id: id, entity_id: id }]);
});
