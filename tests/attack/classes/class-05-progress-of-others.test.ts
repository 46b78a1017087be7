import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { insertContent } from '../content/content.ts';
import { openSchool, type School } from '../kit/school.ts';
import { databaseState, differences } from '../requests/database-state.ts';

const NAMES = ['userId', 'user_id', 'member', 'memberId', 'learner', 'owner', 'ownerId', 'student'];

const idOf = (school: School, who: 'basic' | 'second') => {
  const viewer = school.people.get(who);
  return viewer?.kind === 'member' ? viewer.userId : '';
};

test('progress is written for nobody but the caller, whoever the request names', async ({ db }) => {
  const school = await openSchool(db);
  const content = await insertContent(db);
  const { id: course, sections } = content.courses.free;
  for (const who of ['basic', 'second'] as const)
    expect((await school.ask(who, 'POST', `/api/learning/${course}`, { body: {} })).status).toBe(200);
  const own = idOf(school, 'basic');
  const victim = idOf(school, 'second');
  const named = Object.fromEntries(NAMES.map((name) => [name, victim]));
  const body = { ...named, at: '2026-11-20T00:00:00Z', marked: true, reached: 1 };
  const query = new URLSearchParams(named);
  const headers = { 'x-user-id': victim, 'x-forwarded-user': victim };
  for (const { id } of sections)
    await school.ask('basic', 'PUT', `/api/learning/sections/${id}?${query}`, { body, headers });
  const rows = await db.kysely.selectFrom('section_progress').select('user_id').distinct().execute();
  expect(rows).toEqual([{ user_id: own }]);
  const theirs = await (await school.ask('second', 'GET', `/api/learning/${course}`)).json();
  expect(theirs.done).toBe(0);
});

test('what somebody else began cannot be read, written or ended by its id', async ({ db }) => {
  const school = await openSchool(db);
  const content = await insertContent(db);
  const { id: course, sections } = content.courses.free;
  await school.ask('second', 'POST', `/api/learning/${course}`, { body: {} });
  const begun = await school.ask('second', 'POST', `/api/exams/${sections.at(-1)?.id}/attempts`, {
    body: {},
  });
  const { id, questions } = await begun.json();
  const victim = idOf(school, 'second');
  const session = await db.kysely
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', victim)
    .executeTakeFirst();
  const before = await databaseState(db);
  const answer = { writer: id, seq: 1, question: questions[0].id, answer: 'x' };
  const calls = [
    ['GET', `/api/exam-attempts/${id}`],
    ['PUT', `/api/exam-attempts/${id}/answers`, answer],
    ['POST', `/api/exam-attempts/${id}/result`, {}],
    ['DELETE', `/api/account/sessions/${session?.id}`, {}],
    ['GET', `/api/users/${victim}/is-admin`],
    ['GET', `/api/admin/users/${victim}`],
  ] as const;
  for (const who of ['basic', 'premium', 'visitor'] as const)
    for (const [method, address, body] of calls) {
      const response = await school.ask(who, method, address, body === undefined ? {} : { body });
      expect([401, 403, 404], `${who} ${method} ${address}`).toContain(response.status);
      expect(await response.text()).not.toContain('canary');
    }
  expect(differences(before, await databaseState(db))).toEqual([]);
});
