import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MyCourse } from '#contract/courses/learning';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { CoverImage } from '#web/ui/badges/cover-image.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './learning.module.css';
import { ProgressLine } from './progress-line.tsx';
import { myCoursesQuery, recommendedQuery } from './queries.ts';
import { RecommendedCourses } from './recommended-courses.tsx';

interface MyCoursesPageProps {
  /** What was earned and is not taken yet. */
  due: ReactNode;
  certificates: ReactNode;
  /** Whether the certificates are still asked for: the page is drawn at once, so that nothing is pushed down in view. */
  isWaiting: boolean;
}

/** What one studies, what one has finished, and what follows from it (spec section 2). */
export function MyCoursesPage({ certificates, due, isWaiting }: MyCoursesPageProps) {
  const api = useApi();
  const { data, error, isPending } = useQuery(myCoursesQuery(api));
  const recommended = useQuery(recommendedQuery(api));
  const open = data?.filter(({ completedAt }) => completedAt === null) ?? [];
  const complete = data?.filter(({ completedAt }) => completedAt !== null) ?? [];
  if (isPending || recommended.isPending || isWaiting)
    return (
      <Page>
        <PageHeader title={m.profile_my_courses()} />
        <LoadingState inline />
      </Page>
    );
  return (
    <Page>
      <PageHeader title={m.profile_my_courses()} />
      {due}
      {error && !data && <ErrorState error={error} title={m.learning_failed()} heading="h2" />}
      {data?.length === 0 && (
        <EmptyState title={m.profile_my_courses_none()}>
          <LinkButton to="/courses">{m.profile_browse()}</LinkButton>
        </EmptyState>
      )}
      {open.length > 0 && <Courses title={m.learning_enrolled_courses()} courses={open} isMain />}
      {complete.length > 0 && <Courses title={m.learning_completed_courses()} courses={complete} />}
      {certificates}
      <RecommendedCourses title={m.profile_recommended()} />
    </Page>
  );
}

interface CoursesProps {
  title: string;
  courses: readonly MyCourse[];
  isMain?: boolean;
}

function Courses({ courses, isMain, title }: CoursesProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={classes.list}>
        {courses.map((course, index) => (
          <li key={course.id}>
            <CourseRow course={course} isMain={isMain === true && index === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One course with how far one is in it, and the way on; the main thing to do on a page is one of them at most. */
export function CourseRow({ course, isMain = false }: { course: MyCourse; isMain?: boolean }) {
  const { access, category, completedAt, done, next, slug, thumbnail, title, total } = course;
  return (
    <article className={classes.row}>
      <div className={classes.cover}>
        <CoverImage thumbnail={thumbnail} slug={slug} category={category ?? undefined} />
      </div>
      <div className={classes.words}>
        <h3>
          <TextLink to="/courses/$slug" params={{ slug }} quiet>
            {title}
          </TextLink>
        </h3>
        <ProgressLine title={title} done={done} total={total} />
        {completedAt && (
          <p className={classes.hint}>{m.learning_completed_on({ date: formatDate(completedAt) })}</p>
        )}
        {next && !completedAt && <p className={classes.hint}>{m.learning_up_next({ title: next.title })}</p>}
        {access === 'locked' && <p className={classes.hint}>{m.learning_locked()}</p>}
      </div>
      {access === 'locked' ? (
        <LinkButton to="/pricing" variant="secondary" size="sm">
          {m.learning_see_plans()}
        </LinkButton>
      ) : (
        next && (
          <LinkButton
            to="/courses/$slug/learn/$section"
            params={{ slug, section: next.key }}
            variant={isMain ? 'primary' : 'secondary'}
            size="sm"
            aria-label={completedAt ? undefined : m.learning_continue({ title: next.title })}
          >
            {completedAt ? m.learning_again() : m.learning_continue_short()}
          </LinkButton>
        )
      )}
    </article>
  );
}
