import { expect, inject } from 'vitest';
import { parseConfig } from '#server/config';
import { openSchoolKey } from '#server/db/school-key/open-school-key';
import { test } from '#tests/kit/database';
import { makeScratch, removeScratch } from '#tests/kit/scratch';
import { checkKey } from './check-key.ts';

const SECRET = 'the-secret-of-this-school-0123456789';
const OTHER = 'another-secret-of-nobody-9876543210';

test('the doctor says whether this machine has the key of the school, and changes nothing', async ({
  ownDb,
}) => {
  const scratch = makeScratch('key');
  const connection = { ...inject('database'), database: ownDb.pool.options.database };
  const look = (AUTH_SECRET: string) => checkKey(parseConfig({ AUTH_SECRET, DATA_DIR: scratch }), connection);
  expect(await look(SECRET)).toEqual({ ok: true, what: 'key: created on first start' });
  await openSchoolKey(ownDb.kysely, parseConfig({ AUTH_SECRET: SECRET, DATA_DIR: scratch }));
  expect(await look(SECRET)).toEqual({ ok: true, what: 'key: AUTH_SECRET has the key of this school' });
  expect(await look(`${OTHER},${SECRET}`)).toMatchObject({ ok: false, remedy: 'restart Lectern' });
  expect(await look(OTHER)).toMatchObject({
    ok: false,
    what: "key: AUTH_SECRET isn't the secret of this school.",
    remedy: expect.stringContaining('new-key'),
  });
  expect(await look(SECRET)).toMatchObject({ ok: true });
  removeScratch(scratch);
});
