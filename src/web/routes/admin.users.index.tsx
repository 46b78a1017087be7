import { createFileRoute } from '@tanstack/react-router';
import { USER_SORTS } from '#domain/accounts/user-list';
import { ROLES } from '#domain/roles';
import { TIERS } from '#domain/tiers';
import type { UserSearch } from '#web/features/user-admin/queries.ts';
import { UserList } from '#web/features/user-admin/user-list.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { readPlace } from '#web/lib/place.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/users/')({
  validateSearch: (search: Record<string, unknown>): UserSearch => {
    const q = search.q === undefined ? '' : String(search.q).slice(0, 200);
    const tier = TIERS.find((one) => one === search.tier);
    const role = ROLES.find((one) => one === search.role);
    const sort = USER_SORTS.find((one) => one === search.sort);
    return {
      ...(q && { q }),
      ...(tier && { tier }),
      ...(role && { role }),
      ...(sort && { sort }),
      ...readPlace(search),
    };
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.users_title(), path: '/admin/users', noindex: true }),
  component: Users,
});

function Users() {
  return <UserList search={Route.useSearch()} />;
}
