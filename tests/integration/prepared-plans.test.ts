import { expect } from 'vitest';
import { progressForm } from '#contract/courses/learning';
import { createKey } from '#server/areas/accounts/keys/create-key';
import { findKey } from '#server/areas/accounts/keys/find-key';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { insertSession, newSessionCookie } from '#server/areas/accounts/sessions/sessions';
import { addComment } from '#server/areas/comments/add-comment';
import { getDashboard } from '#server/areas/learning/dashboard/get-dashboard';
import { saveProgress } from '#server/areas/learning/save-progress';
import { openDatabase } from '#server/db/client';
import { createLog } from '#server/platform/log';
import { test as base } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { connectionOf } from '#tests/kit/filled-school';

/** The database plans a prepared statement anew at least this often before it keeps a plan. */
const TRIALS = 5;

const test = base.extend<{ one: ReturnType<typeof openDatabase> }>({
  /** One connection alone: it has prepared everything. */
  one: async ({ ownDb }, use) => {
    const connection = await connectionOf(ownDb);
    const one = openDatabase({ connection, log: createLog('silent'), maxConnections: 1 });
    await use(one);
    await one.close();
  },
});

test('what every request asks is planned once for a connection, not each time', async ({ one }) => {
  const room = await openExamRoom(one);
  const { caller, courseId, services } = room;
  const { id: attempt } = await room.start();
  const userId = caller.viewer.kind === 'member' ? caller.viewer.userId : '';
  const now = services.clock.now();
  const token = await one.transaction((trx) => insertSession(trx, caller, userId, { now, seconds: 600 }));
  const cookie = newSessionCookie(services, token, 600).split(';')[0] ?? '';
  const { key } = await createKey(services, caller, { name: 'K', scopes: ['learning:read'], days: 30 });
  const lesson = await one.pool.query(
    `insert into course_content (course_id, key, title, section_type, sort_order) values ($1, 'read', 'Read', 'lesson', 2) returning id`,
    [courseId],
  );
  const reported = progressForm.parse({ reached: 0.1, at: now.toISOString() });
  for (let round = 0; round < 3 * TRIALS; round += 1) {
    expect((await findViewer(services, cookie)).viewer).toMatchObject({ userId });
    expect(await findKey(services, key, '10.0.0.9')).not.toBeNull();
    await getDashboard(services, caller);
    await saveProgress(services, caller, { id: lesson.rows[0].id, ...reported });
    await room.save(attempt, 'q-1', 'true');
    await addComment(services, caller, { courseId, parentId: null, content: 'Thanks' });
  }
  const { rows } = await one.pool.query<{ statement: string; kept: string; planned: string }>(
    'select statement, generic_plans as kept, custom_plans as planned from pg_prepared_statements',
  );
  const used = rows.filter(({ kept, planned }) => Number(kept) + Number(planned) >= 3 * TRIALS);
  expect(used.length).toBeGreaterThanOrEqual(7);
  for (const { kept, planned, statement } of used)
    expect({ statement, kept: Number(kept) > 0, planned: Number(planned) <= 2 * TRIALS }).toEqual({
      statement,
      kept: true,
      planned: true,
    });
});
