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

test('only an account that is gone loses its identity there, and nothing of what was done', async ({
  ownDb,
}) => {
  const { id } = await ownDb.kysely
    .insertInto('users')
    .values({ name: 'Ada', email: 'ada@school.test' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const other = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
  const row = { actor_kind: 'member', action: 'test.done', entity: 'test' } as const;
  await ownDb.kysely
    .insertInto('audit_log')
    .values([
      { ...row, actor_id: id, ip_address: '203.0.113.1', api_key_id: other },
      { ...row, actor_id: other, ip_address: '203.0.113.2', api_key_id: other },
    ])
    .execute();
  const update = (change: string, actor: string) =>
    ownDb.transaction(async (trx) => {
      await sql`select set_config('lectern.erased_account', ${id}, true)`.execute(trx);
      await sql`update audit_log set erased_at = now(), ${sql.raw(change)} where actor_id = ${actor}`.execute(
        trx,
      );
    });
  const refused = 'the audit log only grows';
  await expect(update('ip_address = null', id), 'who is still here').rejects.toThrow(refused);
  await ownDb.kysely.deleteFrom('users').where('id', '=', id).execute();
  const never = ["action = 'nothing'", 'at = now()', "entity = 'x'", "ip_address = '::1'"];
  for (const change of [...never, 'api_key_id = gen_random_uuid()'])
    await expect(update(change, id), change).rejects.toThrow(refused);
  for (const change of ['actor_id = null', 'ip_address = null', 'api_key_id = null'])
    await expect(update(change, other), `${change} of somebody else`).rejects.toThrow(refused);
  await update('actor_id = gen_random_uuid(), ip_address = null, api_key_id = null', id);
  const left = await ownDb.kysely.selectFrom('audit_log').select(['actor_id', 'ip_address']).execute();
  expect(left.map(({ ip_address }) => ip_address).sort()).toEqual(['203.0.113.2', null]);
  expect(left.map(({ actor_id }) => actor_id)).not.toContain(id);
});

test('no foreign key takes entries away with an account', async ({ db }) => {
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
