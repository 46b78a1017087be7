import { createFileRoute } from '@tanstack/react-router';
import { userPath } from '#domain/site/admin-paths';
import { AccommodationList } from '#web/features/accommodations/accommodation-list.tsx';
import { AuditTrail } from '#web/features/audit/audit-trail.tsx';
import { UserAuthorProfile } from '#web/features/authors/user-author-profile.tsx';
import { UserPage } from '#web/features/user-admin/user-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/users/$id')({
  beforeLoad: requireAdmin,
  head: ({ match, params: { id } }) =>
    pageHead(match.context, { title: m.users_title(), path: userPath(id), noindex: true }),
  component: User,
});

function User() {
  const { id } = Route.useParams();
  return (
    <UserPage
      key={id}
      id={id}
      author={<UserAuthorProfile id={id} />}
      accommodations={<AccommodationList userId={id} />}
      trail={<AuditTrail about={id} />}
    />
  );
}
