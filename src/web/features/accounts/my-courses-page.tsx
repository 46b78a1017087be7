import { m } from '#web/lib/messages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RecommendedCourses } from './recommended-courses.tsx';

export function MyCoursesPage() {
  return (
    <Page>
      <PageHeader title={m.profile_my_courses()} />
      <EmptyState title={m.profile_my_courses_none()}>
        <LinkButton to="/courses">{m.profile_browse()}</LinkButton>
      </EmptyState>
      <RecommendedCourses title={m.profile_recommended()} />
    </Page>
  );
}
