import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { Storage } from '#server/platform/storage';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { unzip } from '#tests/kit/unzip';
import { exportAccount } from './export-account.ts';

test('a file that was handed in is read in parts, and one that the store has lost is empty', async ({
  db,
}) => {
  const { caller, services, start } = await openExamRoom(db, {}, 1);
  const { id: attemptId } = await start();
  const [kept, lost] = [randomUUID(), randomUUID()];
  const essay = `${'x'.repeat(700_000)} and its end`;
  await services.storage.put(`${kept}.upload`, Buffer.from(essay));
  for (const id of [kept, lost])
    await db.kysely
      .insertInto('exam_files')
      .values({
        id,
        attempt_id: attemptId,
        question: 'q-1',
        name: 'essay.pdf',
        bytes: essay.length,
        created_at: services.clock.now(),
      })
      .execute();
  let largest = 0;
  const storage: Storage = {
    ...services.storage,
    async get(key, range) {
      const bytes = await services.storage.get(key, range);
      largest = Math.max(largest, bytes?.length ?? 0);
      return bytes;
    },
  };
  const copy = await exportAccount({ ...services, storage }, caller, { resHeaders: new Headers() });
  const files = await unzip(await buffer(copy as never));
  expect(files.get(`files/exam-${kept}.pdf`)).toBe(essay);
  expect(files.get(`files/exam-${lost}.pdf`)).toBe('');
  expect(largest).toBeLessThanOrEqual(256 * 1024);
});
