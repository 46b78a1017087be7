import { expect } from 'vitest';
import { fromPool } from '#server/db/client';
import { settingsStore } from '#server/site-settings';
import { test } from '#tests/kit/database';

const called = (name: string) => ({ name, value: JSON.stringify({ name }) });

test('a transaction that holds the last connection reads the settings by it', async ({ ownDb }) => {
  ownDb.pool.options.max = 1;
  for (const hears of [false, true]) {
    const settings = settingsStore(ownDb, () => hears);
    const work = ownDb.transaction(async () => (await settings.current()).school.name);
    expect(await work).toBe('Lectern');
    // While another reading waits for a connection, too.
    const both = ownDb.transaction(async () => {
      const outside = ownDb.kysely.selectFrom('users').select('id').execute();
      return [(await settings.current()).school.name, outside] as const;
    });
    expect((await both)[0]).toBe('Lectern');
  }
});

test('what a transaction changed and takes back stays unknown to everybody else', async ({ ownDb }) => {
  const settings = settingsStore(ownDb);
  const undone = ownDb.transaction(async (trx) => {
    await trx.insertInto('site_settings').values(called('school')).execute();
    expect((await settings.current()).school.name).toBe('school');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect((await settings.current()).school.name).toBe('Lectern');
});

test('work that outlives its transaction reads from the database', async ({ ownDb }) => {
  let later = () => Promise.resolve('');
  await ownDb.transaction(async (trx) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const read = promise.then(() => ownDb.reader() === ownDb.kysely);
    later = async () => {
      resolve();
      return String(await read);
    };
    expect(ownDb.reader()).toBe(trx);
  });
  expect(await later()).toBe('true');
  expect(fromPool(ownDb.pool).reader()).not.toBe(ownDb.kysely);
});
