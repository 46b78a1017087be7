import { type AccessCase, account, byTier, form, postId, type World } from './access-objects.ts';

/** Names somebody as the author of the free course, and somebody else as that of the premium one. */
async function nameAuthors({ content, school }: World): Promise<Record<string, string>> {
  const { kysely } = school.services.db;
  for (const tier of ['free', 'premium'] as const) {
    const user_id = idOf({ school }, tier);
    await kysely
      .insertInto('authors')
      .values({ user_id, slug: `author-of-${tier}` })
      .execute();
    await kysely
      .insertInto('course_authors')
      .values({ course_id: content.courses[tier].id, position: 0, user_id })
      .execute();
  }
  return {};
}

/** What callers are answered about posts and their authors. */
export const POST_CASES: Readonly<Record<string, AccessCase>> = {
  'posts.get': {
    input: postId,
    own: byTier('free'),
    foreign: byTier('premium'),
    unknown: 'POST_NOT_FOUND',
  },
  'posts.adminGet': { input: postId, own: 'ok', foreign: 'ok', unknown: 'POST_NOT_FOUND' },
  'posts.create': { input: form, own: 'ok' },
  'posts.update': {
    input: (...args) => ({ ...form(args[0]), ...postId(...args), version: 1 }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'POST_NOT_FOUND',
  },
  'posts.remove': { input: postId, own: 'ok', foreign: 'ok', unknown: 'POST_NOT_FOUND' },
  'authors.get': {
    prepare: nameAuthors,
    input: (_world, _who, object) => ({
      slug: { own: 'author-of-free', foreign: 'author-of-premium', unknown: 'nobody' }[object],
    }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'AUTHOR_NOT_FOUND',
    deleted: 'never',
  },
  'authors.saveOwn': {
    input: () => ({ slug: 'somebody', version: 0 }),
    own: (who) => (who === 'admin' ? 'ok' : 'AUTHOR_REQUIRED'),
  },
  'authors.ofUser': { input: account, own: 'ok', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
  'authors.saveUser': {
    input: (...args) => ({ ...account(...args), slug: 'somebody', version: 0 }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'USER_NOT_FOUND',
  },
};

/** Inputs with which a post is really restored, and a profile written. */
export const FULFILLED_POSTS = {
  'posts.restore': async ({ content, school }: World) => {
    const { id } = content.posts.free;
    await school.ask('admin', 'DELETE', `/api/admin/posts/${id}`);
    return { id };
  },
  'authors.saveOwn': async (world: World) => {
    const user_id = idOf(world, 'basic');
    await world.school.services.db.kysely
      .insertInto('authors')
      .values({ user_id, slug: 'somebody' })
      .execute();
    return { slug: 'somebody', bio: 'I write about databases.', version: 1 };
  },
  'authors.saveUser': async (world: World) => ({
    id: idOf(world, 'second'),
    slug: 'somebody',
    bio: 'Writes about databases.',
    version: 0,
  }),
};

function idOf({ school }: Pick<World, 'school'>, who: 'basic' | 'free' | 'premium' | 'second'): string {
  const viewer = school.people.get(who);
  if (viewer?.kind !== 'member') throw new Error(`${who} is no member`);
  return viewer.userId;
}
