import { expect } from 'vitest';
import { commentForm } from '#contract/courses/comments';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { addComment } from './add-comment.ts';
import { editComment } from './edit-comment.ts';
import { hideComment } from './hide-comment.ts';
import { listComments } from './list-comments.ts';
import { listReplies } from './list-replies.ts';
import { removeComment } from './remove-comment.ts';
import { sweepComments } from './sweep-comments.ts';
import { unhideComment } from './unhide-comment.ts';

type Who = Parameters<Verbs['as']>[0];

async function openThread(db: Parameters<typeof openVerbs>[0]) {
  const verbs = await openVerbs(db);
  const { id: courseId } = await makeCourse(verbs);
  const { as, services } = verbs;
  return {
    ...verbs,
    courseId,
    say: (who: Who, content: string, parentId: string | null = null) =>
      addComment(services, as(who), { courseId, content, parentId }),
    read: (who: Who, after?: string) => listComments(services, as(who), { courseId, after }),
  };
}

test('comments are listed oldest first with author, times and their replies', async ({ db }) => {
  const { read, say, wait } = await openThread(db);
  const first = await say('free', 'What is a **join**?');
  wait(1);
  await say('basic', 'I wonder too');
  wait(1);
  await say('second', 'It puts rows side by side', first.id);
  const { items, next, total } = await read('free');
  expect({ next, total }).toEqual({ next: null, total: 3 });
  expect(items.map(({ content }) => content)).toEqual(['What is a **join**?', 'I wonder too']);
  expect(items[0]).toMatchObject({
    html: '<p>What is a <strong>join</strong>?</p>',
    author: { name: 'free', avatar: null },
    own: true,
    state: 'active',
    title: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    editedAt: null,
    moreReplies: null,
  });
  expect(items[0]?.replies).toMatchObject([{ author: { name: 'second' }, own: false, parentId: first.id }]);
  expect((await read('visitor')).items[0]?.own).toBe(false);
});

test('a page is two statements at most, and pages follow each other without a gap', async ({ db }) => {
  const { as, courseId, read, say, services } = await openThread(db);
  for (let n = 1; n <= 65; n += 1) await say('free', `comment ${n}`);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await read('free', after);
    seen.push(...items.map(({ id }) => id));
    after = next ?? undefined;
  } while (after);
  expect(new Set(seen).size).toBe(65);
  expect(seen).toHaveLength(65);
  const count = await countStatements(db, (counted) =>
    listComments({ ...services, db: counted }, as('free'), { courseId }),
  );
  expect(count).toBeLessThanOrEqual(2);
});

test('more replies than fit come by themselves', async ({ db }) => {
  const { as, read, say, services, wait } = await openThread(db);
  const { id } = await say('free', 'Ask me anything');
  for (let n = 1; n <= 53; n += 1) {
    await say('basic', `reply ${n}`, id);
    wait(1);
  }
  const [conversation] = (await read('free')).items;
  expect(conversation?.replies).toHaveLength(50);
  const rest = await listReplies(services, as('free'), { id, after: conversation?.moreReplies ?? undefined });
  expect(rest.items.map(({ content }) => content)).toEqual(['reply 51', 'reply 52', 'reply 53']);
  expect(rest.next).toBe(null);
});

test('empty and whitespace-only text is refused, what is around a text is cut off, 5000 characters fit', () => {
  for (const content of ['', ' \n\t ', '\u00a0\u2003'])
    expect(commentForm.safeParse({ content }).error?.issues[0]?.message).toBe(
      'Empty or whitespace-only text cannot be posted or saved',
    );
  expect(commentForm.parse({ content: ' a \n' })).toEqual({ content: 'a' });
  expect(commentForm.safeParse({ content: 'a'.repeat(5000) }).success).toBe(true);
  expect(commentForm.safeParse({ content: 'a'.repeat(5001) }).success).toBe(false);
});

test('a long reply is taken also where its notice is cut in the middle of a character', async ({ db }) => {
  const { say } = await openThread(db);
  const { id } = await say('free', 'one');
  const words = `${'w'.repeat(499)}😀 and more`;
  expect(await say('basic', words, id)).toMatchObject({ content: words });
});

test('a reply stands one level deep, under a comment of the same course that is still there', async ({
  db,
}) => {
  const thread = await openThread(db);
  const { as, courseId, say, services } = thread;
  const other = await makeCourse(thread, { slug: 'other' });
  const root = await say('free', 'one');
  const reply = await say('basic', 'two', root.id);
  expect(await failureOf(say('free', 'three', reply.id))).toBe('COMMENT_NOT_FOUND');
  const elsewhere = { courseId: other.id, parentId: root.id, content: 'x' };
  expect(await failureOf(addComment(services, as('free'), elsewhere))).toBe('COMMENT_NOT_FOUND');
  await removeComment(services, as('free'), { id: root.id });
  expect(await failureOf(say('free', 'four', root.id))).toBe('COMMENT_NOT_FOUND');
  // Even a program that forgot the rule cannot break it.
  const deep = { course_id: courseId, parent_id: reply.id, body: 'x', body_html: 'x' };
  await db.kysely.connection().execute(async (connection) => {
    const forced = connection
      .transaction()
      .execute((trx) => trx.insertInto('comments').values(deep).execute());
    expect(await failureOf(forced)).toBe('COMMENT_NOT_FOUND');
  });
});

test('a course above the tier shows no comments and takes none', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { id: courseId } = await makeCourse(verbs, { subscriptionLevel: 'premium' });
  const { id } = await addComment(services, as('premium'), { courseId, parentId: null, content: 'secret' });
  const reading = (who: Who) => failureOf(listComments(services, as(who), { courseId }));
  expect(await reading('visitor')).toBe('SIGN_IN_REQUIRED');
  expect(await reading('basic')).toBe('TIER_REQUIRED');
  expect(await failureOf(listReplies(services, as('basic'), { id }))).toBe('TIER_REQUIRED');
  const written = addComment(services, as('basic'), { courseId, parentId: null, content: 'x' });
  expect(await failureOf(written)).toBe('TIER_REQUIRED');
  expect((await listComments(services, as('admin'), { courseId })).items).toHaveLength(1);
});

test('the author edits, keeps the version and is marked as having edited; nobody else can', async ({
  db,
}) => {
  const { as, read, say, services, wait } = await openThread(db);
  const { id, version } = await say('free', 'frist');
  wait(60);
  const edited = await editComment(services, as('free'), { id, version, content: 'first' });
  expect(edited).toMatchObject({ content: 'first', editedAt: '2026-11-20T12:01:00.000Z', version: 2 });
  expect((await read('basic')).items[0]).toMatchObject({ content: 'first', html: '<p>first</p>' });
  const stale = editComment(services, as('free'), { id, version, content: 'other' });
  expect(await failureOf(stale)).toBe('VERSION_CONFLICT');
  for (const who of ['basic', 'admin'] as const) {
    const foreign = editComment(services, as(who), { id, version: 2, content: 'mine' });
    expect(await failureOf(foreign)).toBe('AUTHOR_REQUIRED');
  }
});

test('a hidden comment keeps its words for administrators only, and comes back as it was', async ({ db }) => {
  const { as, read, say, services } = await openThread(db);
  const { id, version } = await say('free', 'Rude **words**');
  await hideComment(services, as('admin'), { id });
  for (const who of ['visitor', 'free', 'basic'] as const) {
    expect((await read(who)).items[0]).toMatchObject({
      content: '[This comment has been hidden by admin]',
      html: '<p>[This comment has been hidden by admin]</p>',
      title: 'Hidden comment',
      state: 'hidden',
      original: null,
    });
  }
  const original = { content: 'Rude **words**', html: '<p>Rude <strong>words</strong></p>' };
  expect((await read('admin')).items[0]).toMatchObject({ original });
  const edit = editComment(services, as('free'), { id, version, content: 'sorry' });
  expect(await failureOf(edit)).toBe('COMMENT_HIDDEN');
  await unhideComment(services, as('admin'), { id });
  expect((await read('basic')).items[0]).toMatchObject({ ...original, state: 'active', title: null });
});

test('a removed comment is gone, and keeps its place while it has replies', async ({ db }) => {
  const { as, read, say, services, wait } = await openThread(db);
  const answered = await say('free', 'a question');
  const reply = await say('basic', 'an answer', answered.id);
  const alone = await say('free', 'alone');
  await removeComment(services, as('free'), { id: answered.id });
  await removeComment(services, as('free'), { id: alone.id });
  const { items, total } = await read('free');
  expect(total).toBe(1);
  expect(items).toMatchObject([{ state: 'removed', author: null, own: false, replies: [{ id: reply.id }] }]);
  expect(JSON.stringify(items)).not.toContain('a question');
  wait(24 * 3600 + 1);
  await sweepComments(services);
  const kept = await db.kysely.selectFrom('comments').select(['id', 'body', 'author_id']).execute();
  expect(kept).toContainEqual({ id: answered.id, body: '', author_id: null });
  expect(kept.map(({ id }) => id)).not.toContain(alone.id);
  expect((await read('free')).items[0]?.replies).toHaveLength(1);
  await removeComment(services, as('basic'), { id: reply.id });
  expect((await read('free')).items).toEqual([]);
});

test('a comment outlives the account of its author, without a name', async ({ db }) => {
  const { as, read, say } = await openThread(db);
  await say('second', 'I was here');
  const { viewer } = as('second');
  await db.kysely
    .deleteFrom('users')
    .where('id', '=', viewer.kind === 'member' ? viewer.userId : '')
    .execute();
  expect((await read('free')).items).toMatchObject([{ content: 'I was here', author: null }]);
});

test('every change is audited with who made it, without the words', async ({ db }) => {
  const { as, say, services } = await openThread(db);
  const { id, version } = await say('free', 'unspeakable words');
  await say('basic', 'unspeakable answer', id);
  await editComment(services, as('free'), { id, version, content: 'unspeakable edit' });
  await hideComment(services, as('admin'), { id });
  await unhideComment(services, as('admin'), { id });
  await removeComment(services, as('free'), { id });
  const rows = await db.kysely
    .selectFrom('audit_log')
    .selectAll()
    .where('entity', '=', 'comment')
    .orderBy('id')
    .execute();
  expect(rows.map(({ action, actor_kind }) => `${actor_kind} ${action}`)).toEqual([
    'member comment.add',
    'member comment.reply',
    'member comment.edit',
    'admin comment.hide',
    'admin comment.unhide',
    'member comment.remove',
  ]);
  expect(JSON.stringify(rows)).not.toContain('unspeakable');
});
