import { createFileRoute } from '@tanstack/react-router';
import { CategoryManager } from '#web/features/course-admin/categories/category-manager.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/categories')({
  staticData: {
    sidebar: {
      group: 'admin',
      position: 5,
      label: m.shell_side_categories,
      icon: 'M3.5 3.5h5.3l7.7 7.7-5.3 5.3-7.7-7.7zM6.7 6.7v.01',
    },
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.admin_categories_title(), path: '/admin/categories', noindex: true }),
  component: CategoryManager,
});
