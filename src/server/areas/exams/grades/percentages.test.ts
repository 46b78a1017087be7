import { expect } from 'vitest';
import { getCertificate } from '#server/areas/certificates/get-certificate';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { exportGrades } from './export-grades.ts';
import { getStatistics } from './get-statistics.ts';
import { listGrades } from './list-grades.ts';

async function giveCertificates(db: Db): Promise<void> {
  await db.pool.query("update profiles set subscription_tier = 'premium'");
  await db.pool.query('update courses set certificate = true');
}

test('two of three is one percentage everywhere: result, overview, gradebook, file, statistics and certificate', async ({
  db,
}) => {
  const room = await openExamRoom(db, { counts: 'best', feedback: 'after-attempt' }, 3);
  const { caller, courseId, sectionId, services } = room;
  await giveCertificates(db);
  const { id } = await room.start();
  for (const question of ['q-1', 'q-2']) await room.save(id, question, 'true');
  const { result } = await room.submit(id);
  const overview = await room.overview();
  const admin = room.as('admin');
  const grades = await listGrades(services, admin, { courseId, q: '', page: 'first' });
  const csv = await new Response(
    await exportGrades(services, admin, { courseId }, { resHeaders: new Headers() }),
  ).text();
  const statistics = await getStatistics(services, admin, { sectionId });
  const { rows } = await db.pool.query('select c.id, a.result from certificates c, exam_attempts a');
  const certificate = await getCertificate(services, caller, { id: rows[0].id });
  expect([
    result?.percent,
    overview.counted?.percent,
    overview.attempts[0]?.percent,
    grades.items[0]?.results[0]?.percent,
    statistics.meanPercent,
    certificate.proof.exams[0]?.percent,
  ]).toEqual(Array(6).fill(66));
  expect(csv.trim().split('\n').at(-1)?.trim()).toMatch(/,66$/);
  // What decides is exact.
  expect(rows[0].result.percent).toBeCloseTo(66.6667, 3);
  const replies = JSON.stringify([result, overview, grades, statistics, certificate]);
  expect(replies).not.toMatch(/\d\.\d{5}/);
});

test('a certificate of the time before keeps its decimals in the database and shows none', async ({ db }) => {
  const room = await openExamRoom(db);
  await giveCertificates(db);
  const { id } = await room.start();
  for (const question of ['q-1', 'q-2']) await room.save(id, question, 'true');
  await room.submit(id);
  const { rows } = await db.pool.query(
    `update certificates set proof = jsonb_set(proof, '{exams,0,percent}', '87.45678901') returning id`,
  );
  const { proof } = await getCertificate(room.services, room.caller, { id: rows[0].id });
  expect(proof.exams[0]?.percent).toBe(87);
});
