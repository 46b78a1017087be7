import { createFileRoute } from '@tanstack/react-router';
import { CategoryManager } from '#web/features/course-admin/categories/category-manager.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/categories')({
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.admin_categories_title(), path: '/admin/categories', noindex: true }),
  component: CategoryManager,
});
