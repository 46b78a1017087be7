import type { Learner } from '../seed-world.ts';
import { pictureForm } from './picture.ts';
import { type Asked, type Context, type Habit, request, rested } from './request.ts';

/** The last comments, which others reply to. */
const comments: { readonly id: string; readonly courseId: string }[] = [];
const MAX_COMMENTS = 50;

const TEXT = 'I think **this** helps, but `select count(*)` is unclear. See https://example.org for more.';

/** What any learner does. */
function learner(
  name: string,
  weight: number,
  ask: (own: Learner, context: Context) => Asked['call'],
): Habit {
  return {
    name,
    weight,
    ask: (context) => ({ call: ask(context.random.of(context.world.learners), context) }),
  };
}
const reads = (name: string, weight: number, path: (own: Learner) => string) =>
  learner(name, weight, (own, context) => request(context, 'GET', path(own), { cookie: own.cookie }));

function comment(
  context: Context,
  parent?: { readonly id: string; readonly courseId: string },
): Asked | null {
  const own = rested(context, 'comment', 10);
  if (!own) return null;
  const courseId = parent?.courseId ?? own.courseId;
  return {
    call: request(context, 'POST', `/api/comments/${courseId}`, {
      cookie: own.cookie,
      body: { content: TEXT, parentId: parent?.id ?? null },
    }),
    expected: [201],
    onReply: ({ body }) => {
      if (parent) return;
      comments.push({ id: JSON.parse(body.toString()).id, courseId });
      if (comments.length > MAX_COMMENTS) comments.shift();
    },
  };
}

/** People who study. */
export const LEARNERS: readonly Habit[] = [
  reads('session', 60, () => '/api/session'),
  reads('dashboard', 50, () => '/api/dashboard'),
  reads('own courses', 20, () => '/api/my-courses'),
  reads('recommended courses', 10, () => '/api/my-courses/recommended'),
  reads('progress', 30, ({ courseId }) => `/api/learning/${courseId}`),
  reads('section', 60, ({ courseId, key }) => `/api/learning/${courseId}/sections/${key}`),
  reads('notes', 10, ({ courseId }) => `/api/learning/${courseId}/notes`),
  reads('search in a course', 10, ({ courseId }) => `/api/learning/${courseId}/search?q=the`),
  reads('comments', 40, ({ courseId }) => `/api/comments/${courseId}`),
  reads('unread notices', 20, () => '/api/notifications/unread'),
  reads('notices', 10, () => '/api/notifications'),
  reads('course page of a member', 20, () => '/courses/sql-from-scratch'),
  learner('progress save', 90, (own, context) =>
    request(context, 'PUT', `/api/learning/sections/${own.sectionId}`, {
      cookie: own.cookie,
      body: { reached: context.random.below(90) / 100, position: 0.4, at: new Date().toISOString() },
    }),
  ),
  learner('bookmark', 5, (own, context) =>
    request(context, 'PUT', `/api/learning/sections/${own.sectionId}/bookmark`, {
      cookie: own.cookie,
      body: { bookmarked: context.random.next() < 0.5 },
    }),
  ),
  { name: 'comment', weight: 8, ask: (context) => comment(context) },
  {
    name: 'reply',
    weight: 4,
    ask: (context) => (comments.length > 0 ? comment(context, context.random.of(comments)) : null),
  },
  {
    name: 'sign-in',
    weight: 2,
    ask: (context) => ({
      call: request(context, 'POST', '/api/sign-in', { body: context.random.of(context.world.members) }),
    }),
  },
  {
    name: 'sign-in code',
    weight: 2,
    ask: (context) => {
      const { email } = context.random.of(context.world.members);
      return { call: request(context, 'POST', '/api/sign-in/code', { body: { email } }) };
    },
  },
  {
    name: 'notes as a file',
    weight: 1,
    ask: (context) => {
      const own = rested(context, 'notes', 60);
      return (
        own && {
          call: request(context, 'GET', `/api/learning/${own.courseId}/notes.md`, { cookie: own.cookie }),
        }
      );
    },
  },
  {
    name: 'own data as a file',
    weight: 0.3,
    ask: (context) => {
      const own = rested(context, 'export', 60);
      return own && { call: request(context, 'GET', '/api/account/export', { cookie: own.cookie }) };
    },
  },
  {
    name: 'picture',
    weight: 0.5,
    ask: (context) => {
      const own = rested(context, 'picture', 60);
      const { body, headers } = PICTURE;
      return (
        own && {
          call: { ...request(context, 'PUT', '/api/account/avatar', { cookie: own.cookie, headers }), body },
        }
      );
    },
  },
];

const PICTURE = await pictureForm();
