import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import type { User } from '#contract/accounts/accounts';
import { slugPath } from '#domain/courses/page-paths';
import { courseFormPath, userPath } from '#domain/site/admin-paths';
import { customPagePath } from '#domain/site/custom-page-path';
import type { Api } from '#web/lib/api/api-client.ts';
import type { Command } from './commands.ts';

/** Of each kind; who wants more opens the list and searches there. */
const MAX = 5;

/** Courses and pages, and for administrators posts and people too, that the server finds; none before two letters are typed. */
export function foundQuery(api: Api, { id, role }: User, typed: string) {
  const q = typed.trim();
  return queryOptions({
    queryKey: ['palette', id, role, q],
    queryFn: ({ signal }: QueryFunctionContext) =>
      role === 'admin' ? findForAdmin(api, q, signal) : findForMember(api, q, signal),
    enabled: q.length > 1,
    staleTime: 30_000,
    retry: false,
    // Without a connection it fails at once, and says so.
    networkMode: 'always' as const,
  });
}

async function findForMember(api: Api, q: string, signal: AbortSignal): Promise<Command[]> {
  const [courses, pages] = await Promise.all([
    api.courses.list({ q }, { signal }),
    api.site.findPages({ q }, { signal }),
  ]);
  return [
    ...courses.items.slice(0, MAX).map(
      ({ slug, title }): Command => ({
        id: `courses:${slug}`,
        group: 'courses',
        label: title,
        does: { to: slugPath(slug) },
      }),
    ),
    ...pages.items.slice(0, MAX).map(({ slug, title }) => pageFound(slug, title, customPagePath(slug))),
  ];
}

async function findForAdmin(api: Api, q: string, signal: AbortSignal): Promise<Command[]> {
  const [courses, posts, pages, people] = await Promise.all([
    api.courses.adminList({ q }, { signal }),
    api.posts.adminList({ q }, { signal }),
    api.pages.list({ q }, { signal }),
    api.users.list({ q }, { signal }),
  ]);
  return [
    ...courses.items.slice(0, MAX).map(
      ({ id, title }): Command => ({
        id: `courses:${id}`,
        group: 'courses',
        label: title,
        does: { to: courseFormPath(id) },
      }),
    ),
    ...posts.items.slice(0, MAX).map(
      ({ id, title }): Command => ({
        id: `posts:${id}`,
        group: 'posts',
        label: title,
        does: { to: `/admin/blogs/${id}` },
      }),
    ),
    ...pages.items
      .slice(0, MAX)
      .map(({ id, slug, title }) =>
        pageFound(id, title, `/admin/settings/pages/${id}`, customPagePath(slug)),
      ),
    ...people.items.slice(0, MAX).map(
      ({ email, id, name }): Command => ({
        id: `people:${id}`,
        group: 'people',
        label: name,
        further: email,
        does: { to: userPath(id) },
      }),
    ),
  ];
}

function pageFound(id: string, label: string, to: string, further?: string): Command {
  return { id: `pages:${id}`, group: 'pages', label, further, does: { to } };
}
