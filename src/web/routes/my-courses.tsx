import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { DueCertificates } from '#web/features/certificates/due-certificates.tsx';
import { OwnCertificates } from '#web/features/certificates/own-certificates.tsx';
import { myCertificatesQuery } from '#web/features/certificates/queries.ts';
import { MyCoursesPage } from '#web/features/learning/my-courses-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireMember } from '#web/lib/session/guards.ts';
import { useApi } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/my-courses')({
  beforeLoad: requireMember,
  head: ({ match }) =>
    pageHead(match.context, { title: m.profile_my_courses(), path: '/my-courses', noindex: true }),
  component: MyCourses,
});

function MyCourses() {
  const { isPending } = useQuery(myCertificatesQuery(useApi()));
  return <MyCoursesPage due={<DueCertificates />} certificates={<OwnCertificates />} isWaiting={isPending} />;
}
