import { expect } from 'vitest';
import type { Viewer } from '#domain/access/viewer';
import { DEFAULT_LIMITS } from '#server/http/gates/limits';
import { insertContent } from '#tests/attack/content/content';
import { ORIGIN, openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

const CANDIDATES = process.env.PROVE ? 200 : 60;
const ADDRESS = '203.0.113.7';
/** Autosave: one answer of each candidate every so often. */
const SAVE_SECONDS = 5;
const MINUTES = process.env.PROVE ? 3 : 1;

test(`${CANDIDATES} candidates behind one address save an answer every ${SAVE_SECONDS} s, and nobody is told to wait`, {
  timeout: 600_000,
}, async ({ db }) => {
  const viewers = new Map<string, Viewer>();
  const school = await openSchool(db, {
    limits: DEFAULT_LIMITS,
    findViewer: async (cookies) => {
      const viewer = viewers.get(/lectern\.test=(\w+)/.exec(cookies)?.[1] ?? '');
      return { viewer: viewer ?? { kind: 'visitor' }, setCookies: [] };
    },
  });
  const { courses } = await insertContent(db);
  const exam = courses.free.sections.at(-1);
  const known = school.people.get('basic');
  if (known?.kind !== 'member') throw new Error('the school has a member');
  for (let number = 0; number < CANDIDATES; number += 1) {
    const email = `candidate-${number}@school.test`;
    const { id } = await db.kysely
      .insertInto('users')
      .values({ name: 'Candidate', email, email_verified: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.kysely.insertInto('enrolments').values({ user_id: id, course_id: courses.free.id }).execute();
    viewers.set(`c${number}`, { ...known, userId: id, email });
  }
  const ask = (who: string, method: string, path: string, body: object) =>
    school.app.request(
      path,
      {
        method,
        body: JSON.stringify(body),
        headers: { origin: ORIGIN, cookie: `lectern.test=${who}`, 'content-type': 'application/json' },
      },
      { incoming: { socket: { remoteAddress: ADDRESS } } },
    );
  const attempts = new Map<string, { id: string; answer: unknown }>();
  for (const who of viewers.keys()) {
    const started = await ask(who, 'POST', `/api/exams/${exam?.id}/attempts`, {});
    expect(started.status).toBe(200);
    const { id, questions } = await started.json();
    attempts.set(who, { id, answer: questions[0].choices[0].id });
  }
  const statuses = new Map<number, number>();
  const writer = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
  for (let save = 1; save <= (MINUTES * 60) / SAVE_SECONDS; save += 1) {
    for (const [who, { answer, id }] of attempts) {
      const given = { writer, seq: save, question: 'q-one', answer };
      const { status } = await ask(who, 'PUT', `/api/exam-attempts/${id}/answers`, given);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    school.wait(SAVE_SECONDS);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: (CANDIDATES * MINUTES * 60) / SAVE_SECONDS });
  // Visitors of the same address are counted together, as ever.
  const contact = { name: 'A', email: 'a@school.test', message: 'Hello' };
  const visits: number[] = [];
  for (let nth = 0; nth < 6; nth += 1)
    visits.push((await ask('nobody', 'POST', '/api/contact', contact)).status);
  expect(visits).toEqual([201, 201, 201, 201, 201, 429]);
});
