import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { createDatabase, dropDatabase } from '#tests/kit/database';
import { TEMPLATE, type TestServer } from '#tests/kit/global-setup';

/** A database of this test alone, one of its tables or an empty one, and how processes reach it. */
export async function ownDatabase(from: typeof TEMPLATE | 'template0' = TEMPLATE) {
  const server = inject('database');
  const database = await createDatabase(server, `machines_${randomBytes(6).toString('hex')}`, from);
  onTestFinished(() => dropDatabase(server, database));
  const connection: OwnServer = { ...server, database };
  return { connection, url: addressOf(connection) };
}

type OwnServer = TestServer & { readonly database: string };

/** What a setting says for a connection, also through a socket. */
export function addressOf({ database, host, password, port, user }: OwnServer): string {
  return `postgres:///${database}?${new URLSearchParams({ host, port: String(port), user, password })}`;
}

export async function openClient(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A folder of this test alone. */
export function ownFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'lectern-machines-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const EXAM = {
  intro: '',
  passMark: 50,
  settings: { wait: 0 },
  questions: [{ id: 'q', kind: 'text', prompt: '?', points: 1, explanation: '', answers: ['x'] }],
};

/** A course that everybody may study, with an exam; answers their ids. */
export async function insertCourse(
  client: pg.Client,
  slug: string,
): Promise<{ courseId: string; sectionId: string }> {
  const { rows } = await client.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level, published_at)
       values ('Proof', 'P', $2, '/p.svg', 'free', now()) returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
       select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [JSON.stringify(EXAM), slug],
  );
  return { courseId: rows[0].course_id, sectionId: rows[0].id };
}

/** Asks until the answer is good; throws with the last one after ten seconds. */
export async function eventually<Answer>(
  ask: () => Promise<Answer>,
  isGood: (answer: Answer) => boolean,
): Promise<Answer> {
  for (const deadline = Date.now() + 10_000; ; await wait(50)) {
    const answer = await ask();
    if (isGood(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`never came: ${JSON.stringify(answer)}`);
  }
}
