import { expect, test } from 'vitest';
import { contract } from '#contract/contract';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { statedProcedures } from '#server/http/check-contract';
import { CASES } from '../access/access-cases.ts';
import { callProcedure } from '../kit/call-procedure.ts';
import { shareSchool } from '../kit/shared-school.ts';
import { FULFILLED } from '../requests/fulfilled-inputs.ts';

const READS = statedProcedures(contract).filter(({ method }) => method === 'GET');
const ASKING = ['visitor', 'basic', 'second', 'admin'] as const;
/** What a learner leaves behind in a course. */
const LEFT = [
  'learning.save',
  'notes.save',
  'notes.saveBookmark',
  'comments.report',
  'marking.decideLate',
  'marking.mark',
];
/** Reads that are about what was deleted, what was earned, and where a file is used, which includes the trash. */
const TELLING = new Set([
  'audit.list',
  'audit.export',
  'courses.trash',
  'certificates.get',
  'certificates.mine',
  'certificates.adminList',
  'media.list',
]);

/** A school that deleted a course and a post with comments, reports, notes, and answers that wait to be marked. */
const shared = shareSchool({}, async ({ content, db, school }) => {
  const world = { content, school };
  const ok = async (response: Response) => {
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  };
  for (const name of LEFT) await FULFILLED[name]?.(world);
  const { courses, posts } = content;
  for (const { free } of [courses, posts]) {
    const reported = `/api/comment/${free.comments.of.second}/reports`;
    await ok(await school.ask('basic', 'POST', reported, { body: { reason: 'Rude' } }));
  }
  await deliverNotices(school.services);
  const counted = async () => {
    const reply = await school.ask('admin', 'GET', '/api/admin/overview');
    return (await reply.json()).attention;
  };
  const attention = await counted();
  await ok(await school.ask('admin', 'DELETE', `/api/admin/courses/${courses.free.id}`));
  await ok(await school.ask('admin', 'DELETE', `/api/admin/posts/${posts.free.id}`));
  await deliverNotices(school.services);
  const { rows } = await db.pool.query('select title from courses where kind = $1', ['deleted']);
  const titles: string[] = rows.map(({ title }) => title);
  return { attention, counted, words: [...titles, ...courses.free.secrets, ...posts.free.secrets] };
});

test.for(READS)('$name is no fault and tells nothing of what was deleted', async (procedure) => {
  const { words, ...world } = shared();
  for (const who of ASKING) {
    const input = CASES[procedure.name]?.input?.(world, who, 'own') ?? {};
    const response = await callProcedure(world.school, who, procedure, input);
    expect(response.status, who).toBeLessThan(500);
    const text = await response.text();
    if (TELLING.has(procedure.name)) continue;
    expect(
      words.filter((word) => text.includes(word)),
      who,
    ).toEqual([]);
  }
});

test('what was waiting under it is not counted any more', async () => {
  const { attention, counted } = shared();
  expect(attention).toMatchObject({ reportedComments: 2, waitingAnswers: 2 });
  expect(await counted()).toMatchObject({ reportedComments: 0, waitingAnswers: 0 });
});
