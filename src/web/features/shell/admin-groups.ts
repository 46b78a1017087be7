import { useRouter } from '@tanstack/react-router';
import { use } from 'react';
import type { User } from '#contract/accounts/accounts';
import { untilFetched } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { SIDEBAR_GROUPS, type SidebarEntry, type SidebarGroupName } from '#web/ui/layout/sidebar-entry.ts';
import type { SidebarItem } from './sidebar-items.ts';

export interface SidebarGroup {
  readonly label: () => string;
  readonly items: readonly SidebarItem[];
}

interface Listed {
  readonly fullPath: string;
  readonly options: { readonly staticData?: { readonly sidebar?: SidebarEntry } };
}

const LABELS: Readonly<Record<SidebarGroupName, () => string>> = {
  admin: m.shell_side_admin,
  content: m.shell_side_content,
  learners: m.shell_side_learners,
  operations: m.shell_side_operations,
};

let routesAdded: Promise<void> | undefined;

/** The pages of administrators, as their routes list them; nothing for others. Suspends until those routes are there. */
export function useAdminGroups({ role }: User): SidebarGroup[] {
  const router = useRouter();
  if (role !== 'admin') return [];
  const { addLateRoutes } = router.options.context;
  if (addLateRoutes) {
    routesAdded ??= untilFetched(addLateRoutes);
    use(routesAdded);
  }
  return groupsOf(Object.values(router.routesById));
}

export function groupsOf(routes: readonly Listed[]): SidebarGroup[] {
  const listed = routes.flatMap(({ fullPath, options: { staticData } }) => {
    const { sidebar } = staticData ?? {};
    return sidebar ? [{ ...sidebar, to: fullPath.replace(/\/$/, '') }] : [];
  });
  return SIDEBAR_GROUPS.map((group) => ({
    label: LABELS[group],
    items: listed.filter((item) => item.group === group).sort((a, b) => a.position - b.position),
  }));
}
