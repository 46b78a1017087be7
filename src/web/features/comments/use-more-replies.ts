import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment, Conversation } from '#contract/courses/comments';
import { useApi } from '#web/lib/session/session.ts';
import { repliesQuery } from './queries.ts';

/** All replies of a conversation that are there, each once, and the way to those that are not. */
export function useMoreReplies({ id, moreReplies, replies }: Conversation, courseId: string) {
  // Where the further ones begin. It stays where an earlier one is deleted, and what is open in them stays open.
  const [start, setStart] = useState<{ after: string; createdAt: string } | null>(null);
  const last = replies.at(-1)?.createdAt ?? '';
  const begin = () => moreReplies !== null && setStart({ after: moreReplies, createdAt: last });
  // An earlier one is back, and the last of the first ones is not among them any more.
  if (start && last < start.createdAt) begin();
  const { data, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery({
    ...repliesQuery(useApi(), courseId, id, start?.after ?? ''),
    enabled: start !== null,
    placeholderData: keepPreviousData,
  });
  const further = start ? (data?.pages.flatMap((page) => page.items) ?? []) : [];
  const isMissing = moreReplies !== null && (start === null || data === undefined || hasNextPage);
  return {
    replies: [...new Map<string, Comment>([...replies, ...further].map((one) => [one.id, one])).values()],
    more: isMissing ? { isFetching, load: () => (start ? void fetchNextPage() : void begin()) } : null,
  };
}
