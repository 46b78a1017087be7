import { expect, test } from 'vitest';
import type { SidebarEntry } from '#web/ui/layout/sidebar-entry.ts';
import { groupsOf } from './admin-groups.ts';

const route = (fullPath: string, sidebar?: Pick<SidebarEntry, 'group' | 'position'>) => ({
  fullPath,
  options: { staticData: sidebar ? { sidebar: { ...sidebar, label: () => fullPath, icon: '' } } : {} },
});

test('routes are listed in their group at their position; a route that says nothing is not listed', () => {
  const groups = groupsOf([
    route('/dashboard'),
    route('/admin/users/', { group: 'admin', position: 2 }),
    route('/admin/audit', { group: 'operations', position: 1 }),
    route('/admin/', { group: 'admin', position: 1 }),
  ]);
  expect(groups.map(({ items }) => items.map(({ to }) => to))).toEqual([
    ['/admin', '/admin/users'],
    [],
    [],
    ['/admin/audit'],
  ]);
});
