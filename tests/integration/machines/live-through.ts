import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect } from 'vitest';
import { signInCandidates } from '../../durability/candidates.ts';
import type { School } from '../../durability/school-server.ts';
import { eventually, insertCourse } from './own-database.ts';

/** With the administrator signed in: enrolls, comments, and takes an exam at two processes by turns; each hears of the other. */
export async function liveThrough(
  [one, two]: readonly [School, School],
  { client, dataDir, name }: { client: pg.Client; dataDir: string; name: string },
): Promise<void> {
  const [cookie = ''] = await signInCandidates(client, dataDir, 1, name);
  const { courseId, sectionId } = await insertCourse(client, name);
  expect((await two.ask('GET', '/api/admin/overview')).status).toBe(200);
  expect((await one.ask('POST', `/api/learning/${courseId}`, {}, cookie)).status).toBe(200);

  const origin = /Lectern is ready: http:\/\/localhost:(\d+)/.exec(two.output())?.[1];
  const stream = await fetch(`http://127.0.0.1:${origin}/api/comments/${courseId}/events`);
  const said = await one.ask<{ id: string }>(
    'POST',
    `/api/comments/${courseId}`,
    { content: 'Hello' },
    cookie,
  );
  expect(said.status).toBe(201);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  while (!heard.includes(said.body.id)) heard += (await reader?.read())?.value ?? '';
  await reader?.cancel();

  const names = async () => (await two.ask<{ name: string }[]>('GET', '/api/categories')).body;
  expect(JSON.stringify(await names())).not.toContain(name);
  const added = await one.ask('POST', '/api/admin/categories', { name });
  expect(added.status).toBe(201);
  await eventually(names, (list) => JSON.stringify(list).includes(name));

  const attempt = await one.ask<{ id: string }>(
    'POST',
    `/api/exams/${sectionId}/attempts`,
    undefined,
    cookie,
  );
  const path = `/api/exam-attempts/${attempt.body.id}`;
  const writer = randomUUID();
  for (let seq = 1; seq <= 12; seq += 1) {
    const body = { writer, seq, question: 'q', answer: seq === 12 ? 'x' : 'y' };
    const saved = await (seq % 2 ? one : two).ask('PUT', `${path}/answers`, body, cookie);
    expect(saved).toMatchObject({ status: 200, body: { seq, counts: true } });
  }
  const result = await two.ask('POST', `${path}/result`, undefined, cookie);
  expect(result.status).toBe(200);
  expect(JSON.stringify((await one.ask('GET', path, undefined, cookie)).body)).toContain('"passed":true');
}
