import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Comment, Conversation } from '#contract/courses/comments';
import { appendComment, dropSent, forgetSent, replaceComment, sentQuery } from './queries.ts';

const COURSE = 'course';
const THREAD = ['comments', COURSE, 'thread'];

const comment = (id: string, version = 1, parentId: string | null = null) =>
  ({ id, parentId, version, state: 'active' }) as Comment;

/** A client that shows a thread whose first page isn't its last. */
function openThread(conversation: Partial<Conversation> = {}) {
  const client = new QueryClient();
  client.setQueryData(sentQuery(COURSE).queryKey, []);
  const items = [{ ...comment('first'), replies: [], moreReplies: null, ...conversation }];
  client.setQueryData(THREAD, { pages: [{ items, next: 'next', total: 31 }], pageParams: [undefined] });
  const sent = () => client.getQueryData(sentQuery(COURSE).queryKey);
  return { client, sent };
}

test('a comment written ahead of its page follows its edits and goes when it is deleted', () => {
  const { client, sent } = openThread();
  appendComment(client, COURSE, comment('own'));
  appendComment(client, COURSE, comment('other'));
  replaceComment(client, COURSE, comment('own', 2));
  expect(sent()).toEqual([comment('own', 2), comment('other')]);
  dropSent(client, COURSE, 'own');
  expect(sent()).toEqual([comment('other')]);
  forgetSent(client, COURSE);
  expect(sent()).toEqual([]);
});

test('a reply whose place is not on the screen yet is not shown among the first ones, too', () => {
  const { client, sent } = openThread({ moreReplies: 'cursor' });
  const reply = comment('reply', 1, 'first');
  appendComment(client, COURSE, reply);
  expect(sent()).toEqual([reply]);
  expect(client.getQueryData(THREAD)).toMatchObject({ pages: [{ items: [{ replies: [] }], total: 32 }] });
});
