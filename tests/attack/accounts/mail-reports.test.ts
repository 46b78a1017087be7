import { expect } from 'vitest';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

const MAIL_WEBHOOK_SECRET = 'a-random-text-of-many-letters';
const basic = (password: string) => ({ authorization: `Basic ${btoa(`postmark:${password}`)}` });
const body = { events: [{ type: 'bounce', email: 'basic@school.test', reason: '550' }] };
/** A provider has no origin. */
const outside = { origin: 'none' };

test.for([
  ['nothing', {}],
  ['a wrong password', basic('a-random-text-of-other-letter')],
  ['a part of the password', basic(MAIL_WEBHOOK_SECRET.slice(0, -1))],
  ['an empty password', basic('')],
  ['the secret as a name', { authorization: `Basic ${btoa(`${MAIL_WEBHOOK_SECRET}:`)}` }],
  ['the secret without a scheme', { authorization: MAIL_WEBHOOK_SECRET }],
  ['no base64', { authorization: 'Basic %%%' }],
] as const)('who sends %s reports nothing', async ([, headers], { db }) => {
  const { ask } = await openSchool(db, {}, { MAIL_WEBHOOK_SECRET });
  const path = `/webhooks/mail?secret=${MAIL_WEBHOOK_SECRET}`;
  for (const who of ['visitor', 'admin'] as const) {
    const reply = await ask(who, 'POST', path, { body, headers });
    expect([reply.status, await reply.text()]).toEqual([401, '']);
  }
  expect(await db.kysely.selectFrom('mail_suppressions').selectAll().execute()).toEqual([]);
});

test('who has the secret reports, as a password or as a token', async ({ db }) => {
  const { ask, logged } = await openSchool(db, {}, { MAIL_WEBHOOK_SECRET });
  const report = (email: string, authorization: Record<string, string>) =>
    ask('visitor', 'POST', '/webhooks/mail', {
      body: { events: [{ type: 'bounce', email }] },
      headers: { ...outside, ...authorization },
    });
  expect((await report('basic@school.test', basic(MAIL_WEBHOOK_SECRET))).status).toBe(200);
  const bearer = { authorization: `Bearer ${MAIL_WEBHOOK_SECRET}` };
  expect((await report('free@school.test', bearer)).status).toBe(200);
  const rows = await db.kysely.selectFrom('mail_suppressions').select('address').orderBy('address').execute();
  expect(rows.map(({ address }) => address)).toEqual(['basic@school.test', 'free@school.test']);
  expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${MAIL_WEBHOOK_SECRET}|basic@school`));
});

test('what is no report is refused, and what is too large is not read', async ({ db }) => {
  const { ask } = await openSchool(db, {}, { MAIL_WEBHOOK_SECRET });
  const send = (rawBody: string) =>
    ask('visitor', 'POST', '/webhooks/mail', {
      rawBody,
      headers: { ...outside, ...basic(MAIL_WEBHOOK_SECRET) },
    });
  for (const text of ['', 'no json', '[]', '{}', '{"events": 1}', '\u0000'])
    expect((await send(text)).status).toBe(400);
  expect((await send('x'.repeat(300_000))).status).toBe(413);
});

test('without the setting there is no such address', async ({ db }) => {
  const { ask } = await openSchool(db);
  const reply = await ask('visitor', 'POST', '/webhooks/mail', {
    body,
    headers: { ...outside, ...basic('') },
  });
  // As any other address that can only be read.
  expect(reply.status).toBe(405);
});
