import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databaseState, differences } from '../requests/database-state.ts';
import { shareSchool } from './shared-school.ts';

const shared = shareSchool();

test('what is read only where something was written is what the database has, whatever was taken back', async () => {
  const { db, untouched } = shared();
  const since = async () => differences(untouched, await databaseState(db));
  // Triggers write to other tables as well.
  const changes = async () => (await since()).filter((line) => line.slice(2).startsWith('contact_messages '));
  const rollBack = () => sql`rollback to savepoint here`.execute(db.kysely);
  expect(await since()).toEqual([]);
  await sql`savepoint here`.execute(db.kysely);
  await db.kysely.updateTable('contact_messages').set({ name: 'Somebody else' }).execute();
  expect((await changes()).map((line) => line.slice(0, 1))).toEqual(['-', '+']);
  await rollBack();
  expect(await since()).toEqual([]);
  await sql`truncate contact_messages`.execute(db.kysely);
  expect(await changes()).toHaveLength(1);
  await rollBack();
  expect(await since()).toEqual([]);
  await db.kysely.deleteFrom('contact_messages').execute();
  expect(await changes()).toHaveLength(1);
});

test('a later test finds what the first one found', async () => {
  const { db, untouched } = shared();
  expect(differences(untouched, await databaseState(db))).toEqual([]);
});
