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
  staticData: {
    sidebar: {
      group: 'admin',
      position: 3,
      label: m.shell_side_users,
      icon: 'M10.5 7a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM3 16c.3-3 2-4.5 5-4.5s4.7 1.5 5 4.5M12.5 4.7a2.5 2.5 0 0 1 0 4.6M14.5 11.8c1.5.6 2.3 2 2.5 4.2',
    },
  },
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
