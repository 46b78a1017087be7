import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { openSchool, type School } from '../kit/school.ts';

const NEW = 'taken-over@evil.test';
const idOf = (school: School) => {
  const viewer = school.people.get('second');
  return viewer?.kind === 'member' ? viewer.userId : '';
};

/** Tokens that are made of what everybody can know, as others once took them. */
function forgeries(id: string): string[] {
  const claims = [
    { userId: id, email: NEW },
    { id, email: NEW, exp: 9_999_999_999 },
    { userId: id, changeId: id },
  ];
  const encoded = claims.map((claim) => Buffer.from(JSON.stringify(claim)).toString('base64url'));
  return [
    id,
    NEW,
    ...encoded,
    ...encoded.map((claim) => `eyJhbGciOiJub25lIn0.${claim}.`),
    '%',
    '*',
    "' or ''='",
  ];
}

test('an address changes by no token that somebody made up, and by no field', async ({ db }) => {
  const school = await openSchool(db);
  await db.kysely
    .updateTable('sessions')
    .set({ proved_at: new Date('2026-11-20T12:00:00Z') })
    .execute();
  const addresses = () =>
    db.kysely.selectFrom('users').select(['email', 'email_verified']).orderBy('email').execute();
  const before = await addresses();
  for (const who of ['second', 'free', 'visitor'] as const) {
    for (const token of forgeries(idOf(school)))
      for (const path of [
        '/api/account/address/confirm',
        '/api/undo-address',
        '/api/verify-email',
        '/api/reset-password',
      ]) {
        const passwords = { password: 'another quiet sentence', confirmPassword: 'another quiet sentence' };
        const reply = await school.ask(who, 'POST', path, { body: { token, ...passwords } });
        expect([400, 401, 410], `${path} ${token}`).toContain(reply.status);
      }
    const body = { name: 'second', email: NEW, emailVerified: true, email_verified: true };
    await school.ask(who, 'PATCH', '/api/account/profile', { body });
  }
  expect(await addresses()).toEqual(before);
});

test('to ask for another address changes nothing yet, and the old one is told', async ({ db }) => {
  const school = await openSchool(db);
  await db.kysely
    .updateTable('sessions')
    .set({ proved_at: new Date('2026-11-20T12:00:00Z') })
    .execute();
  const asked = await school.ask('second', 'POST', '/api/account/address', { body: { email: NEW } });
  expect(asked.status).toBe(200);
  expect(await asked.json()).toEqual({ done: true });
  const { email } = await db.kysely
    .selectFrom('users')
    .select('email')
    .where('id', '=', idOf(school))
    .executeTakeFirstOrThrow();
  expect(email).toBe('second@school.test');
  const mails = await db.kysely.selectFrom('mail_outbox').select('recipient').orderBy('recipient').execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual(['second@school.test', NEW]);
});

test('without a fresh proof nobody asks for another address', async ({ db }) => {
  const school = await openSchool(db);
  await db.kysely
    .updateTable('sessions')
    .set({ proved_at: new Date('2026-11-20T11:49:00Z') })
    .execute();
  const asked = await school.ask('second', 'POST', '/api/account/address', { body: { email: NEW } });
  expect((await asked.json()).code).toBe('PROOF_REQUIRED');
});
