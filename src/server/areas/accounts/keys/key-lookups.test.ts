import { expect } from 'vitest';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { createKey } from './create-key.ts';
import { findKey } from './find-key.ts';
import { hashOfKey } from './keys.ts';

/** The same database, whose pool counts what it is asked. */
function counting(db: Db) {
  const asked: string[] = [];
  const query = (...values: unknown[]) => {
    asked.push(String(values[0]));
    return (db.pool.query as (...all: unknown[]) => unknown).apply(db.pool, values);
  };
  return { asked, db: { ...db, pool: { ...db.pool, query } as unknown as Db['pool'] } };
}

test('what is longer or shorter than a key is none, and nothing is asked for it', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const form = { name: 'A key', scopes: ['learning:read' as const], days: 30 };
  const { key } = await createKey(services, as('basic'), form);
  const counted = counting(db);
  for (const other of [`x${key}`, `${key}x`, key.slice(1), key.slice(0, -1), '']) {
    expect(hashOfKey(other), other).toBeNull();
    expect(await findKey({ ...services, db: counted.db }, other, '10.0.0.9')).toBeNull();
  }
  expect(counted.asked).toEqual([]);
});

test('a key is found by one statement, its use is noted by another, once in more than a minute', async ({
  db,
}) => {
  const { as, services, wait } = await openVerbs(db);
  const form = { name: 'A key', scopes: ['learning:read' as const], days: 30 };
  const { key } = await createKey(services, as('basic'), form);
  const use = async () => {
    const counted = counting(db);
    const viewer = await findKey({ ...services, db: counted.db }, key, '10.0.0.9');
    expect(viewer).toMatchObject({ sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    return counted.asked.length;
  };
  expect(await use()).toBe(2);
  expect(await use()).toBe(1);
  wait(60);
  expect(await use()).toBe(1);
  wait(1);
  expect(await use()).toBe(2);
});
