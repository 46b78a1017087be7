import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { closeDrawings } from '#server/areas/media/close-drawings';
import { type Db, openDatabase } from '#server/db/client';
import { migrate } from '#server/db/migrating/migrate';
import { MIGRATIONS } from '#server/db/migrating/read-migrations';
import { createLog } from '#server/platform/log';
import { dropDatabase } from '#tests/kit/database';
import { openSchool, type School } from '../kit/school.ts';
import { type Content, insertContent } from './content.ts';

const CLOSING = '0093-close-drawings.sql';
/** The code of today reads the schema of today: of the upgrade only this file is left for the test, and comes last. */
const LAST = '9999-close-drawings.sql';
const server = inject('database');
const name = `old_${randomBytes(6).toString('hex')}`;
const connection = { ...server, database: name };
const folder = mkdtempSync(join(tmpdir(), 'lectern-old-'));
const drawing = (side: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="30"><path d="M0 0h4v4z"/></svg>`;

let db: Db;
let school: School;
let content: Content;
let section: string;

/** A picture as the import of drawings kept it: for everybody who has its address. */
async function storePublic(svg: string): Promise<string> {
  const id = randomUUID();
  await school.services.storage.put(`${id}.svg`, Buffer.from(svg));
  await db.pool.query(
    `insert into media (id, kind, mime, bytes, sha256) values ($1, 'cover', 'image/svg+xml', $2, $3)`,
    [id, svg.length, createHash('sha256').update(svg).digest('hex')],
  );
  return `/media/${id}.svg`;
}

const hotspot = (id: string, src: string) => ({
  id,
  kind: 'hotspot',
  prompt: 'Where?',
  points: 1,
  explanation: '',
  spots: [],
  picture: { src, alt: 'A map', width: 40, height: 30 },
  regions: [{ shape: 'circle', x: 3, y: 3, radius: 2 }],
});
const statusOf = async (who: 'visitor' | 'basic' | 'admin', address: string) =>
  (await school.ask(who, 'GET', address)).status;
/** What a candidate is shown. */
async function shownTo(attempt: string): Promise<string[]> {
  const paper = await (await school.ask('basic', 'GET', `/api/exam-attempts/${attempt}`)).json();
  return paper.questions.map(({ picture }: { picture: { src: string } }) => picture.src);
}

beforeAll(async () => {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  await client.query(`create database ${name} template template0`);
  await client.end();
  for (const file of readdirSync(MIGRATIONS).filter((each) => each !== CLOSING))
    cpSync(join(MIGRATIONS, file), join(folder, file));
  await migrate(connection, folder);
  db = openDatabase({ connection, log: createLog('silent') });
  school = await openSchool(db);
  content = await insertContent(db);
  section = content.courses.free.sections.at(-1)?.id ?? '';
});
afterAll(async () => {
  await db.close();
  await dropDatabase(server, name);
  rmSync(folder, { recursive: true });
});

test('drawings of questions that were public are closed by the upgrade, under their addresses', async () => {
  const [asked, twin, cover] = [drawing(40), drawing(41), drawing(42)];
  const addresses = [await storePublic(asked), await storePublic(twin), await storePublic(cover)];
  const [first = '', second = '', third = ''] = addresses;
  // Somebody imported the second once more, by force; the third is the cover of a course as well.
  const hash = createHash('sha256').update(twin).digest('hex');
  await db.pool.query(
    `insert into media (kind, mime, bytes, sha256, name, ending, source_sha256, width, height)
     values ('content', 'image/svg+xml', 9, $1, 'map.svg', 'svg', $1, 41, 30)`,
    [hash],
  );
  await db.pool.query('update courses set thumbnail = $1 where id = $2', [third, content.courses.basic.id]);
  const bystander = await storePublic(drawing(43));
  await db.pool.query(
    `update course_content set exam = jsonb_set(exam, '{questions}', $1::jsonb) where id = $2`,
    [JSON.stringify([hotspot('q-one', first), hotspot('q-two', second), hotspot('q-three', third)]), section],
  );
  await school.ask('basic', 'POST', `/api/learning/${content.courses.free.id}`, { body: {} });
  const begun = await school.ask('basic', 'POST', `/api/exams/${section}/attempts`, { body: {} });
  const { id: attempt } = await begun.json();
  expect(await shownTo(attempt)).toEqual(addresses);
  for (const address of addresses) expect(await statusOf('visitor', address)).toBe(200);

  cpSync(join(MIGRATIONS, CLOSING), join(folder, LAST));
  expect(await migrate(connection, folder)).toEqual([LAST]);
  // Before the files are moved, who may see the question sees its pictures already by signed addresses.
  const signed = await shownTo(attempt);
  expect(signed.map((address) => address.split('?')[0])).toEqual(addresses);
  expect(signed.map((address) => address.includes('?s='))).toEqual([true, true, false]);
  for (const address of signed) expect(await statusOf('visitor', address)).toBe(200);
  expect(await closeDrawings(school.services)).toBe(2);
  expect(await closeDrawings(school.services)).toBe(0);

  for (const address of [first, second]) {
    for (const who of ['visitor', 'basic'] as const) expect(await statusOf(who, address)).toBe(404);
    expect(await statusOf('visitor', `${address}?s=1.made-up`)).toBe(404);
    expect(await statusOf('admin', address)).toBe(200);
  }
  const now = await shownTo(attempt);
  for (const [at, svg] of [asked, twin, cover].entries())
    expect(await (await school.ask('visitor', 'GET', now[at] ?? '')).text()).toBe(svg);
  for (const address of [third, bystander]) expect(await statusOf('visitor', address)).toBe(200);
  const { rows } = await db.pool.query('select width, height from media where id = $1', [
    first.slice('/media/'.length, -'.svg'.length),
  ]);
  expect(rows).toEqual([{ width: 40, height: 30 }]);
});

test('a drawing that the store has lost keeps its question and is looked for again', async () => {
  const { rows } = await db.pool.query(
    `insert into media (kind, mime, bytes, sha256, name, ending, source_sha256)
     values ('content', 'image/svg+xml', 9, 'lost', 'drawing.svg', 'svg', 'lost') returning id`,
  );
  expect(await closeDrawings(school.services)).toBe(0);
  await school.services.storage.put(`${rows[0].id}.svg`, Buffer.from(drawing(50)));
  expect(await closeDrawings(school.services)).toBe(1);
  expect(await school.services.storage.get(`${rows[0].id}.svg`)).toBe(null);
});
