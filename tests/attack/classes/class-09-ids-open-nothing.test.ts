import { expect } from 'vitest';
import { contract } from '#contract/contract';
import { statedProcedures } from '#server/http/check-contract';
import { test } from '#tests/kit/database';
import { CASES } from '../access/access-cases.ts';
import { insertContent } from '../content/content.ts';
import { callProcedure } from '../kit/call-procedure.ts';
import { openSchool } from '../kit/school.ts';

const READS = statedProcedures(contract).filter(({ method }) => method === 'GET');
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

test('no id that a member can read opens a feed, a mailing link or an account', async ({ db }) => {
  const school = await openSchool(db);
  const world = { school, content: await insertContent(db) };
  const settings = await db.kysely
    .insertInto('notification_settings')
    .columns(['user_id'])
    .expression(db.kysely.selectFrom('users').select('id'))
    .returning('unsubscribe_token')
    .execute();
  await school.ask('basic', 'POST', '/api/feed-address', { body: {} });
  const ids = new Set<string>();
  for (const who of ['basic', 'admin'] as const)
    for (const procedure of READS) {
      const input = CASES[procedure.name]?.input?.(world, who, 'own') ?? {};
      const reply = await (await callProcedure(school, who, procedure, input)).text();
      for (const id of reply.match(UUID) ?? []) ids.add(id);
    }
  expect(ids.size).toBeGreaterThan(20);
  for (const { unsubscribe_token } of settings) expect(ids.has(unsubscribe_token)).toBe(false);
  const { count } = await db.kysely
    .selectFrom('notification_preferences')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  for (const id of ids) {
    for (const format of ['rss', 'atom'])
      expect((await school.ask('visitor', 'GET', `/feeds/${id}.${format}`)).status).toBe(404);
    const closed = [
      ['/api/notifications/unsubscribe', { token: `${id}-digest` }],
      ['/api/verify-email', { token: id, password: 'a quiet sentence' }],
    ] as const;
    for (const [address, body] of closed)
      expect((await school.ask('visitor', 'POST', address, { body })).status, address).toBe(410);
    const cookie = `lectern.session_token=${id}`;
    const asked = await school.app.request('http://localhost:3000/api/session', { headers: { cookie } });
    expect(await asked.json()).toEqual({ user: null });
  }
  const after = await db.kysely
    .selectFrom('notification_preferences')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(after.count).toBe(count);
});
