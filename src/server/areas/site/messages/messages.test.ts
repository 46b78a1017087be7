import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { listMessages } from './list-messages.ts';
import { removeMessage } from './remove-message.ts';
import { sendContactMessage } from './send-contact-message.ts';
import { setMessageAnswered } from './set-message-answered.ts';

const NOWHERE = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
const send = ({ as, services }: Verbs, name: string, website = '') =>
  sendContactMessage(services, as('visitor'), {
    name,
    email: 'ada@school.test',
    message: `A question of ${name}: 100 % of it?`,
    website,
  });

test('a message is listed, answered, opened again and deleted', async ({ db }) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  await send(school, 'Ada');
  const { items, next, open } = await listMessages(services, as('admin'), { q: '' });
  expect([items.length, next, open]).toEqual([1, null, 1]);
  const id = items[0]?.id ?? '';
  const answered = await setMessageAnswered(services, as('admin'), { id, answered: true });
  expect(answered.answeredAt).not.toBeNull();
  expect(await setMessageAnswered(services, as('admin'), { id, answered: true })).toEqual(answered);
  expect((await listMessages(services, as('admin'), { q: '', state: 'open' })).items).toEqual([]);
  expect((await listMessages(services, as('admin'), { q: '', state: 'answered' })).items).toHaveLength(1);
  await setMessageAnswered(services, as('admin'), { id, answered: false });
  expect((await listMessages(services, as('admin'), { q: '' })).open).toBe(1);
  await removeMessage(services, as('admin'), { id });
  expect(await failureOf(removeMessage(services, as('admin'), { id }))).toBe('MESSAGE_NOT_FOUND');
  const audit = await db.kysely
    .selectFrom('audit_log')
    .select('action')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual([
    'contact.send',
    'contact.answer',
    'contact.reopen',
    'contact.delete',
  ]);
});

test('a machine that fills the trap field leaves no message', async ({ db }) => {
  const school = await openVerbs(db);
  await send(school, 'Robot', 'https://spam.test');
  expect((await listMessages(school.services, school.as('admin'), { q: '' })).items).toEqual([]);
});

test('pages follow each other without a gap or a repetition, in one statement each', async ({ db }) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  const rows = Array.from({ length: 65 }, (_, index) => ({
    name: `Person ${index}`,
    email: 'p@school.test',
    message: 'Hello',
  }));
  await db.kysely.insertInto('contact_messages').values(rows).execute();
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await listMessages(services, as('admin'), { q: '', after });
    seen.push(...page.items.map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after);
  expect([seen.length, new Set(seen).size]).toEqual([65, 65]);
  const count = await countStatements(db, (counted) =>
    listMessages({ ...services, db: counted }, as('admin'), { q: 'Hello' }),
  );
  expect(count).toBe(1);
});

test('the search takes signs of the database by their word', async ({ db }) => {
  const school = await openVerbs(db);
  await send(school, 'Ada');
  const found = async (q: string) =>
    (await listMessages(school.services, school.as('admin'), { q })).items.length;
  expect([await found('100 %'), await found('100%'), await found('_da'), await found('ADA')]).toEqual([
    1, 0, 0, 1,
  ]);
});

test('only administrators read messages', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  expect(await failureOf(listMessages(services, as('premium'), { q: '' }))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await failureOf(setMessageAnswered(services, as('visitor'), { id: NOWHERE, answered: true }))).toBe(
    'SIGN_IN_REQUIRED',
  );
  expect(await failureOf(setMessageAnswered(services, as('admin'), { id: NOWHERE, answered: true }))).toBe(
    'MESSAGE_NOT_FOUND',
  );
});
