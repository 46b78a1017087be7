import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { Suspense } from 'react';
import { CommentPlace } from '#web/features/comments/comment-place.tsx';
import { CoursePage } from '#web/features/courses/course-page.tsx';
import { courseQuery, sectionQuery } from '#web/features/courses/queries.ts';
import { latePart } from '#web/lib/late/late-part.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';

const loadMissing = () => import('#web/features/courses/course-missing.tsx');
const loadHead = () => import('#web/features/courses/course-head.ts');

export const Route = createFileRoute('/courses/$slug')({
  validateSearch: (search: Record<string, unknown>): { section?: string } =>
    typeof search.section === 'string' && search.section !== ''
      ? { section: search.section.slice(0, 200) }
      : {},
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, queryClient }, deps, params: { slug } }) => {
    const course = await queryClient.ensureQueryData(courseQuery(api, slug));
    if (!course) throw notFound();
    const asked = course.access === 'open' && course.sections.find(({ key }) => key === deps.section);
    if (course.access === 'locked' || (deps.section !== undefined && !asked)) {
      const { loadOffer } = await import('#web/features/courses/locked/offer-queries.ts');
      const { jsonLd } = await loadOffer(api, queryClient, course, deps.section);
      return (await loadHead()).courseHead({ queryClient }, course, jsonLd);
    }
    const sectionKey = (asked || course.sections[0])?.key;
    // Whoever comes from a search engine gets it with the page, and never downloads how it is made.
    const [{ courseHead }] = await Promise.all([
      loadHead(),
      sectionKey !== undefined && queryClient.ensureQueryData(sectionQuery(api, slug, sectionKey)),
    ]);
    return courseHead({ queryClient }, course);
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: Course,
  // Downloaded only where something failed.
  notFoundComponent: lazyRouteComponent(loadMissing, 'CourseMissing'),
  errorComponent: lazyRouteComponent(loadMissing, 'CourseFailed'),
});

/** Whoever may read the course never downloads it. */
const LockedCoursePage = latePart(
  () => import('#web/features/courses/locked/locked-course.tsx'),
  'LockedCoursePage',
);

/** Most courses are published. */
const StateNote = latePart(() => import('#web/ui/feedback/state-note.tsx'), 'StateNote');

/** Only members enrol: visitors never download it. */
const CourseAction = latePart(() => import('#web/features/learning/course-action.tsx'), 'CourseAction');

/** Most courses name somebody, but the rest of the page does not wait for it. */
const Byline = latePart(() => import('#web/features/authors/byline.tsx'), 'Byline');

/** Courses without reviews do without. */
const loadReviews = () => import('#web/features/reviews/reviews-part.tsx');
const CourseRating = latePart(loadReviews, 'CourseRating');
const LateReviews = latePart(loadReviews, 'LateReviews');

function Course() {
  const user = useUser();
  const { slug } = Route.useParams();
  const { section } = Route.useSearch();
  const { data: course } = useSuspenseQuery(courseQuery(useApi(), slug));
  if (!course) throw notFound();
  const byline = (
    <Suspense>
      <Byline authors={course.authors} />
    </Suspense>
  );
  const rating = course.rating && (
    <Suspense>
      <CourseRating rating={course.rating} />
    </Suspense>
  );
  const reviews = <LateReviews courseId={course.id} />;
  if (course.access === 'locked')
    return (
      <LockedCoursePage course={course} section={section} byline={byline} rating={rating}>
        {reviews}
      </LockedCoursePage>
    );
  const asked = course.sections.find(({ key }) => key === section);
  return (
    <CoursePage
      course={course}
      sectionKey={(asked || course.sections[0])?.key}
      note={
        course.state !== 'published' && (
          <Suspense>
            <StateNote state={course.state} />
          </Suspense>
        )
      }
      byline={byline}
      rating={rating}
      action={
        user && (
          <Suspense>
            <CourseAction course={course} />
          </Suspense>
        )
      }
    >
      <CommentPlace courseId={course.id}>{reviews}</CommentPlace>
    </CoursePage>
  );
}
