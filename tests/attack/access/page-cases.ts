import { UNKNOWN } from '../content/content.ts';
import type { AccessCase, World } from './access-objects.ts';

const content = (slug: string) => ({ kind: 'custom', title: 'Our team', slug, markdown: 'We teach.' });

/** A published page of the school. */
async function makePage({ school }: World): Promise<string> {
  const { id } = await school.services.db.kysely
    .insertInto('custom_pages')
    .values({
      slug: 'team',
      title: 'Our team',
      markdown: 'We teach.',
      content: '<p>We teach.</p>',
      state: 'published',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const prepare = async (world: World): Promise<Record<string, string>> => {
  const id = await makePage(world);
  return Object.fromEntries([...world.school.people.keys()].map((who) => [who, id]));
};

/** Of the page that was prepared, under this name. */
const page =
  (field: 'id' | 'name', rest: object = {}): NonNullable<AccessCase['input']> =>
  ({ own }, who, object) => ({ [field]: object === 'unknown' ? UNKNOWN : own?.[who], ...rest });

/** What callers are answered about the pages that the school added. */
export const PAGE_CASES: Readonly<Record<string, AccessCase>> = {
  'pages.create': { input: () => ({ content: content('our-team') }), own: 'ok' },
  'pages.updateStatus': {
    prepare,
    input: page('name', { from: 'published', to: 'unlisted' }),
    own: 'ok',
    unknown: 'PAGE_NOT_FOUND',
    deleted: 'never',
  },
  'pages.remove': {
    prepare,
    input: page('name'),
    own: 'ok',
    unknown: 'PAGE_NOT_FOUND',
    deleted: 'never',
  },
  'pages.undelete': {
    prepare,
    input: page('id'),
    own: 'PAGE_NOT_FOUND',
    unknown: 'PAGE_NOT_FOUND',
    deleted: 'never',
  },
  'site.customPage': {
    prepare,
    input: (_world, _who, object) => ({ slug: object === 'unknown' ? 'nothing' : 'team' }),
    own: 'open',
    unknown: 'PAGE_NOT_FOUND',
    deleted: 'never',
  },
};

/** Inputs with which a page is really changed, deleted, and restored. */
export const FULFILLED_PAGES = {
  'pages.updateStatus': async (world: World) => ({
    name: await makePage(world),
    from: 'published',
    to: 'unlisted',
  }),
  'pages.remove': async (world: World) => ({ name: await makePage(world) }),
  'pages.undelete': async (world: World) => {
    const id = await makePage(world);
    await world.school.ask('admin', 'DELETE', `/api/admin/pages/${id}`);
    return { id };
  },
};
