import { type Habit, request } from './request.ts';

const WORDS = ['sql', 'http', 'shell', 'git', 'types', 'python', 'caching', 'joins', 'nothing at all'];
const page = (name: string, weight: number, path: string, expected = [200]): Habit => ({
  name,
  weight,
  ask: (context) => ({ call: request(context, 'GET', path), expected }),
});

/** The tag of the catalogue as it was last sent, as a browser keeps it. */
let tag = '';
const assets: string[] = [];

/** People without an account. */
export const VISITORS: readonly Habit[] = [
  {
    name: 'landing page',
    weight: 40,
    ask: (context) => ({
      call: request(context, 'GET', '/', { headers: { 'accept-encoding': 'identity' } }),
      onReply: ({ body }) => {
        if (assets.length > 0) return;
        for (const [path] of body.toString().matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)) assets.push(path);
      },
    }),
  },
  {
    name: 'script or style',
    weight: 40,
    ask: (context) =>
      assets.length > 0 ? { call: request(context, 'GET', context.random.of(assets)) } : null,
  },
  page('catalogue page', 40, '/courses'),
  {
    name: 'course page',
    weight: 50,
    ask: (context) => ({
      call: request(context, 'GET', `/courses/${context.random.of(context.world.courses).slug}`),
    }),
  },
  {
    name: 'catalogue, asked again',
    weight: 40,
    ask: (context) => ({
      call: request(context, 'GET', '/api/courses', { headers: tag ? { 'if-none-match': tag } : {} }),
      expected: [200, 304],
      onReply: ({ headers }) => {
        if (typeof headers.etag === 'string') tag = headers.etag;
      },
    }),
  },
  {
    name: 'course',
    weight: 40,
    ask: (context) => ({
      call: request(context, 'GET', `/api/courses/${context.random.of(context.world.courses).slug}`),
    }),
  },
  {
    name: 'search',
    weight: 30,
    ask: (context) => ({
      call: request(context, 'GET', `/api/courses?q=${encodeURIComponent(context.random.of(WORDS))}`),
    }),
  },
  page('plans', 10, '/api/plans'),
  page('questions and answers', 5, '/api/faq'),
  page('posts', 10, '/api/posts'),
  page('page that is not there', 2, '/nothing-is-here', [404]),
  {
    name: 'contact',
    weight: 1,
    ask: (context) => ({
      call: request(context, 'POST', '/api/contact', {
        body: { name: 'Ada', email: 'ada@visitor.test', message: 'Is there a course on databases?' },
      }),
      expected: [201],
    }),
  },
  {
    name: 'registration',
    weight: 1,
    ask: (context) => ({
      call: request(context, 'POST', '/api/register', {
        body: {
          name: 'Newcomer',
          email: `newcomer-${context.random.below(1e9)}@visitor.test`,
          password: 'another quiet sentence',
          confirmPassword: 'another quiet sentence',
        },
      }),
      expected: [201],
    }),
  },
];
