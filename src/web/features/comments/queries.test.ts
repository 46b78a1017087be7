import { QueryClient } from '@tanstack/react-query';
import { isValidElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { Comment, Conversation, ReportedComment } from '#contract/courses/comments';
import { appendComment, dropSent, forgetSent, replaceComment, sentQuery } from './queries.ts';
import { ReportedRow } from './reported-row.tsx';

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

/** The keys in each list of what a component answers. */
function keysOf(node: ReactNode): string[][] {
  if (Array.isArray(node)) {
    const keys = node.flatMap((one) => (isValidElement(one) && one.key !== null ? [one.key] : []));
    return [keys, ...node.flatMap(keysOf)];
  }
  return isValidElement<{ children?: ReactNode }>(node) ? keysOf(node.props.children) : [];
}

test('what was reported at one moment, by people whose accounts are gone, is told apart', () => {
  const at = '2026-03-02T09:00:00.000Z';
  const reported = {
    comment: { author: null },
    former: ['One', 'Two'].map((content) => ({ content, reportedAt: at })),
    reasons: ['Rude', 'Rude'].map((reason) => ({ reason, reporter: null, createdAt: at })),
    reports: 2,
  } as unknown as ReportedComment;
  const lists = keysOf(ReportedRow({ reported, chosen: false, onChoose: () => {} }));
  expect(lists.filter((keys) => new Set(keys).size === 2)).toHaveLength(2);
});
