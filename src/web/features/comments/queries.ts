import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  skipToken,
} from '@tanstack/react-query';
import type { Comment, Conversation } from '#contract/courses/comments';
import type { Api } from '#web/lib/api/api-client.ts';

interface Page {
  items: Conversation[];
  next: string | null;
  total: number | null;
}
type Pages = InfiniteData<Page, string | undefined>;

/** Asks again every 30 s while nobody tells when something changed. */
export function threadQuery(api: Api, courseId: string, isReported = false) {
  return infiniteQueryOptions({
    queryKey: ['comments', courseId, 'thread'],
    queryFn: ({ pageParam, signal }) =>
      api.comments.list({ courseId, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next ?? undefined,
    staleTime: 0,
    refetchInterval: isReported ? (false as const) : 30_000,
    refetchOnWindowFocus: true,
  });
}

/** The replies of a conversation from `after` on. */
export function repliesQuery(api: Api, courseId: string, id: string, after: string) {
  return infiniteQueryOptions({
    queryKey: ['comments', courseId, 'replies', id, after],
    queryFn: ({ pageParam, signal }) => api.comments.replies({ id, after: pageParam }, { signal }),
    initialPageParam: after,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    staleTime: 0,
  });
}

/** What the server has taken since the page was opened: shown even when the pages before it are not. Nobody fetches it. */
export function sentQuery(courseId: string) {
  return queryOptions<readonly Comment[]>({
    queryKey: ['comments', courseId, 'sent'],
    queryFn: skipToken,
    initialData: [],
  });
}

function changeSent(
  queryClient: QueryClient,
  courseId: string,
  change: (sent: readonly Comment[]) => readonly Comment[],
): void {
  queryClient.setQueryData(sentQuery(courseId).queryKey, (sent) => sent && change(sent));
}

/** The next who opens the page begins with its list alone. */
export function forgetSent(queryClient: QueryClient, courseId: string): void {
  changeSent(queryClient, courseId, () => []);
}

/** Takes away a comment that was deleted; the list itself is read again. */
export function dropSent(queryClient: QueryClient, courseId: string, id: string): void {
  changeSent(queryClient, courseId, (sent) => sent.filter((one) => one.id !== id));
}

/** Puts what the server answered in the place of what is shown, until the list is read again. */
export function replaceComment(queryClient: QueryClient, courseId: string, comment: Comment): void {
  const change = (items: Conversation[]): Conversation[] =>
    items.map((root) =>
      root.id === comment.id
        ? { ...root, ...comment }
        : { ...root, replies: root.replies.map((reply) => (reply.id === comment.id ? comment : reply)) },
    );
  changePages(queryClient, courseId, (pages) =>
    pages.map((page) => ({ ...page, items: change(page.items) })),
  );
  changeSent(queryClient, courseId, (sent) => sent.map((one) => (one.id === comment.id ? comment : one)));
}

/** Shows a comment that was just written: in its list, if the end of that is on the screen, else ahead of what is missing. */
export function appendComment(queryClient: QueryClient, courseId: string, comment: Comment): void {
  changeSent(queryClient, courseId, (sent) => [...sent, comment]);
  const fresh: Conversation = { ...comment, replies: [], moreReplies: null };
  changePages(queryClient, courseId, (pages) =>
    pages.map((page, index) => {
      const total = page.total === null ? null : page.total + 1;
      if (comment.parentId === null) {
        const isEnd = index === pages.length - 1 && page.next === null;
        return { ...page, total, items: isEnd ? [...page.items, fresh] : page.items };
      }
      const items = page.items.map((root) =>
        root.id === comment.parentId && !root.moreReplies
          ? { ...root, replies: [...root.replies, comment] }
          : root,
      );
      return { ...page, total, items };
    }),
  );
}

function changePages(queryClient: QueryClient, courseId: string, change: (pages: Page[]) => Page[]): void {
  queryClient.setQueryData<Pages>(['comments', courseId, 'thread'], (data) =>
    data ? { ...data, pages: change(data.pages) } : data,
  );
}

/** Reads the thread of a course or post again, and the list of all comments where it is on the screen. */
export async function reloadComments(queryClient: QueryClient, courseId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['comments', courseId] }),
    queryClient.invalidateQueries({ queryKey: ['comments', 'all'] }),
  ]);
}

/** Which comments an administrator looks at; without a state all of them. */
export interface CommentSearch {
  q?: string;
  state?: 'reported' | 'hidden';
}

/** All comments or the hidden ones, newest first, for administrators. */
export function allCommentsQuery(api: Api, { q, state }: { q?: string; state?: 'hidden' }) {
  return infiniteQueryOptions({
    queryKey: ['comments', 'all', q ?? '', state ?? ''],
    queryFn: ({ pageParam, signal }) =>
      api.comments.all(
        { ...(q && { q }), ...(state && { state }), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** Comments that members reported, for administrators. */
export function reportedQuery(api: Api, q: string) {
  return infiniteQueryOptions({
    queryKey: ['comments', 'reported', q],
    queryFn: ({ pageParam, signal }) =>
      api.comments.reported({ ...(q && { q }), ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next: string | null }) => page.next ?? undefined,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}
