import { expect } from 'vitest';
import { eraseAccount } from '#server/areas/accounts/erasure/erase-account';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { EXPORT_TABLES } from '#server/areas/privacy/export-sql';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { addComment } from './add-comment.ts';
import { decideReports } from './decide-reports.ts';
import { editComment } from './edit-comment.ts';
import { hideComment } from './hide-comment.ts';
import { listAllComments } from './list-all-comments.ts';
import { listComments } from './list-comments.ts';
import { listReported } from './list-reported.ts';
import { removeComment } from './remove-comment.ts';
import { reportComment } from './report-comment.ts';
import { sweepComments } from './sweep-comments.ts';
import { undoDecision } from './undo-decision.ts';

type Who = Parameters<Verbs['as']>[0];

async function openQueue(db: Parameters<typeof openVerbs>[0]) {
  const verbs = await openVerbs(db);
  const { as, services, wait } = verbs;
  const { id: courseId } = await makeCourse(verbs);
  const say = async (content: string) => {
    wait(1);
    return (await addComment(services, as('free'), { courseId, parentId: null, content })).id;
  };
  const report = (who: Who, id: string, reason = 'Rude') => {
    wait(1);
    return reportComment(services, as(who), { id, reason });
  };
  const queue = async () => (await listReported(services, as('admin'), { q: '' })).items;
  const read = async () => (await listComments(services, as('basic'), { courseId })).items;
  return { ...verbs, courseId, say, report, queue, read };
}

test('reported comments wait in the order of their first report, with counts and reasons', async ({ db }) => {
  const { as, queue, report, say, services } = await openQueue(db);
  const [one, two] = [await say('one'), await say('two')];
  await report('basic', two, 'Spam');
  await report('basic', one, 'Rude');
  await report('second', two, 'Advertising');
  await report('second', two, 'Advertising again');
  const items = await queue();
  expect(items.map(({ comment, reports }) => `${comment.content} ${reports}`)).toEqual(['two 2', 'one 1']);
  expect(items[0]).toMatchObject({
    course: { slug: 'sql', kind: 'course' },
    reasons: [
      { reason: 'Advertising', reporter: 'second' },
      { reason: 'Spam', reporter: 'basic' },
    ],
  });
  const count = await countStatements(db, (counted) =>
    listReported({ ...services, db: counted }, as('admin'), { q: '' }),
  );
  expect(count).toBe(1);
});

test('reported comments are found by what they say and by who wrote them', async ({ db }) => {
  const { as, report, say, services } = await openQueue(db);
  const [one, two] = [await say('100% rude'), await say('Buy my book')];
  for (const id of [one, two]) await report('basic', id);
  const found = async (q: string) => {
    const { items, total } = await listReported(services, as('admin'), { q });
    return [...items.map(({ comment }) => comment.content), total];
  };
  expect(await found('100%')).toEqual(['100% rude', 1]);
  expect(await found('MY BOOK')).toEqual(['Buy my book', 1]);
  expect(await found('free')).toEqual(['100% rude', 'Buy my book', 2]);
  expect(await found('1000')).toEqual([0]);
});

test('all comments are listed newest first, replies too, removed ones not', async ({ db }) => {
  const { as, courseId, report, say, services, wait } = await openQueue(db);
  const [one, two, three] = [await say('one'), await say('two'), await say('three')];
  wait(1);
  const reply = { courseId, parentId: one, content: 'a reply' };
  await addComment(services, as('basic'), reply);
  await report('basic', two);
  await hideComment(services, as('admin'), { id: two });
  await report('basic', one, 'Spam');
  await removeComment(services, as('admin'), { id: three });
  const list = (query: Omit<Parameters<typeof listAllComments>[2], 'q'> & { q?: string }) =>
    listAllComments(services, as('admin'), { q: '', ...query });
  const said = ({ items }: Awaited<ReturnType<typeof list>>) =>
    items.map(({ comment, reports }) => `${comment.original?.content ?? comment.content} ${reports}`);
  expect(said(await list({}))).toEqual(['a reply 0', 'two 0', 'one 1']);
  expect(said(await list({ state: 'hidden' }))).toEqual(['two 0']);
  expect(said(await list({ state: 'active' }))).toEqual(['a reply 0', 'one 1']);
  expect(said(await list({ q: 'REPLY' }))).toEqual(['a reply 0']);
  expect(said(await list({ q: 'basic@' }))).toEqual(['a reply 0']);
  expect(said(await list({ q: '%' }))).toEqual([]);
  expect((await list({})).items[0]).toMatchObject({ course: { id: courseId, slug: 'sql', kind: 'course' } });
  expect(await failureOf(listAllComments(services, as('premium'), { q: '' }))).toBe('ADMINISTRATOR_REQUIRED');
});

test('the list of all comments is paged without a gap, one statement a page', async ({ db }) => {
  const { as, say, services } = await openQueue(db);
  for (let n = 53; n >= 1; n -= 1) await say(`comment ${n}`);
  const first = await listAllComments(services, as('admin'), { q: '' });
  const rest = { q: '', after: first.next ?? undefined };
  const second = await listAllComments(services, as('admin'), rest);
  expect(first.items).toHaveLength(50);
  expect([...first.items, ...second.items].map(({ comment }) => comment.content)).toEqual(
    Array.from({ length: 53 }, (_, index) => `comment ${index + 1}`),
  );
  expect(second.next).toBe(null);
  const count = await countStatements(db, (counted) =>
    listAllComments({ ...services, db: counted }, as('admin'), rest),
  );
  expect(count).toBe(1);
});

test('the queue is paged without a gap', async ({ db }) => {
  const { as, report, say, services } = await openQueue(db);
  for (let n = 1; n <= 53; n += 1) await report('basic', await say(`comment ${n}`));
  const first = await listReported(services, as('admin'), { q: '' });
  const second = await listReported(services, as('admin'), { q: '', after: first.next ?? undefined });
  expect(first.total).toBe(53);
  expect(second.total).toBe(null);
  expect([...first.items, ...second.items].map(({ comment }) => comment.content)).toEqual(
    Array.from({ length: 53 }, (_, index) => `comment ${index + 1}`),
  );
  expect(second.next).toBe(null);
});

test('a comment is reported by others, once each, and only where it can be read', async ({ db }) => {
  const { as, report, say, services, ...verbs } = await openQueue(db);
  const id = await say('one');
  expect(await failureOf(report('free', id))).toBe('OWN_COMMENT');
  const locked = await makeCourse(
    { as, services, wait: verbs.wait },
    { slug: 'p', subscriptionLevel: 'premium' },
  );
  const secret = { courseId: locked.id, parentId: null, content: 'x' };
  const hidden = await addComment(services, as('premium'), secret);
  expect(await failureOf(report('basic', hidden.id))).toBe('TIER_REQUIRED');
});

test('hiding in bulk hides what was shown, and undoing brings back exactly that', async ({ db }) => {
  const { as, queue, read, report, say, services } = await openQueue(db);
  const ids = [await say('one'), await say('two'), await say('three')];
  for (const id of ids) await report('basic', id);
  const before = await queue();
  await hideComment(services, as('admin'), { id: ids[2] ?? '' });
  await report('second', ids[2] ?? '');
  const decision = await decideReports(services, as('admin'), { ids, decision: 'hide' });
  expect(decision.comments).toBe(3);
  expect(await queue()).toEqual([]);
  expect((await read()).map(({ state }) => state)).toEqual(['hidden', 'hidden', 'hidden']);
  await undoDecision(services, as('admin'), { id: decision.id });
  expect((await read()).map(({ state }) => state)).toEqual(['active', 'active', 'hidden']);
  expect((await queue()).map(({ comment }) => comment.id)).toEqual(before.map(({ comment }) => comment.id));
  const again = undoDecision(services, as('admin'), { id: decision.id });
  expect(await failureOf(again)).toBe('DECISION_NOT_FOUND');
});

test('removing in bulk can be undone for a day', async ({ db }) => {
  const { as, queue, read, report, say, services, wait } = await openQueue(db);
  const id = await say('one');
  await report('basic', id);
  const first = await decideReports(services, as('admin'), { ids: [id], decision: 'remove' });
  expect(await read()).toEqual([]);
  wait(23 * 3600);
  await sweepComments(services);
  await undoDecision(services, as('admin'), { id: first.id });
  expect((await read()).map(({ content }) => content)).toEqual(['one']);
  expect(await queue()).toHaveLength(1);
  const second = await decideReports(services, as('admin'), { ids: [id], decision: 'remove' });
  wait(24 * 3600 + 1);
  await sweepComments(services);
  expect(await failureOf(undoDecision(services, as('admin'), { id: second.id }))).toBe('DECISION_NOT_FOUND');
  expect(await db.kysely.selectFrom('comments').select('id').execute()).toEqual([]);
});

test('dismissing closes the reports and leaves the comment; it can be reported anew', async ({ db }) => {
  const { as, queue, read, report, say, services } = await openQueue(db);
  const id = await say('one');
  await report('basic', id);
  const { id: decision } = await decideReports(services, as('admin'), { ids: [id], decision: 'dismiss' });
  expect(await queue()).toEqual([]);
  expect((await read()).map(({ state }) => state)).toEqual(['active']);
  await report('basic', id, 'Still rude');
  await undoDecision(services, as('admin'), { id: decision });
  expect(await queue()).toMatchObject([{ reports: 1, reasons: [{ reason: 'Still rude' }] }]);
});

async function openEdited(db: Parameters<typeof openVerbs>[0]) {
  const verbs = await openQueue(db);
  const { as, report, say, services, wait } = verbs;
  const id = await say('You are an idiot');
  await report('basic', id);
  wait(1);
  await editComment(services, as('free'), { id, content: 'What a nice lesson', version: 1 });
  const kept = async () => (await db.kysely.selectFrom('comment_reports').select('said').execute())[0]?.said;
  return { ...verbs, id, kept };
}

test('words that were edited away after a report are shown with it, and that they were edited', async ({
  db,
}) => {
  const { as, id, queue, report, services } = await openEdited(db);
  expect(await queue()).toMatchObject([
    { comment: { content: 'What a nice lesson' }, former: [{ content: 'You are an idiot' }] },
  ]);
  expect((await queue())[0]?.comment.editedAt).not.toBeNull();
  await report('second', id, 'It was worse before');
  expect((await queue())[0]?.former).toHaveLength(1);
  await editComment(services, as('free'), { id, content: 'You are an idiot', version: 2 });
  expect((await queue())[0]?.former).toMatchObject([{ content: 'What a nice lesson' }]);
});

test('a comment as it was reported is in the copy of its author, and goes a day after the report is closed', async ({
  db,
}) => {
  const { as, id, kept, queue, services, wait } = await openEdited(db);
  const { userId } = signedIn(as('free'));
  const { rows } = await db.pool.query(EXPORT_TABLES.comments?.query ?? '', [userId]);
  expect(rows).toMatchObject([{ body: 'What a nice lesson', earlier_words: ['You are an idiot'] }]);
  const decide = () => decideReports(services, as('admin'), { ids: [id], decision: 'dismiss' });
  const { id: decision } = await decide();
  wait(23 * 3600);
  await sweepComments(services);
  await undoDecision(services, as('admin'), { id: decision });
  expect((await queue())[0]?.former).toMatchObject([{ content: 'You are an idiot' }]);
  await decide();
  wait(24 * 3600 + 1);
  await sweepComments(services);
  expect(await kept()).toBeNull();
});

test('a comment as it was reported goes with the account of its author', async ({ db }) => {
  const { as, kept, queue, services } = await openEdited(db);
  const { userId } = signedIn(as('free'));
  await db.transaction((trx) => eraseAccount(trx, services, userId));
  expect(await kept()).toBeNull();
  expect(await queue()).toMatchObject([{ comment: { content: 'What a nice lesson' }, former: [] }]);
});

test('a comment as it was reported is wiped with its words, also by a report that came while it was removed', async ({
  db,
}) => {
  const { as, courseId, id, kept, services, wait } = await openEdited(db);
  await addComment(services, as('second'), { courseId, parentId: id, content: 'No' });
  await removeComment(services, as('free'), { id });
  await db.pool.query('update comment_reports set resolved_at = null, resolution = null');
  wait(24 * 3600 + 1);
  expect(await kept()).toBe('You are an idiot');
  await sweepComments(services);
  expect(await kept()).toBeNull();
});
