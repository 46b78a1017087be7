import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { courseFormPath } from '#domain/site/admin-paths';
import { CoursePage } from '#web/features/course-admin/course-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { toast } from '#web/lib/toast.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';

export const Route = createFileRoute('/admin/courses/_form/$id')({
  // Loaded in the browser, where an error keeps its code: what the server sends of one is its message.
  ssr: false,
  // Not among the routes that everybody downloads.
  loader: async ({ context: { api, queryClient }, params: { id } }) => {
    const { courseDraftQuery, editCourseQuery } = await import('#web/features/course-admin/edit-queries.ts');
    const { statusQuery } = await import('#web/features/course-admin/publishing/status-queries.ts');
    // The bar that shows it stands above the form, which would move.
    await queryClient.prefetchQuery(statusQuery(api, id));
    const [course, draft] = await Promise.all([
      queryClient.fetchQuery(editCourseQuery(api, id)),
      queryClient.fetchQuery(courseDraftQuery(api, id)),
    ]);
    return { course, draft };
  },
  gcTime: 0,
  head: ({ match, params: { id } }) =>
    pageHead(match.context, { title: m.admin_course_edit(), path: courseFormPath(id), noindex: true }),
  component: EditCourse,
});

function EditCourse() {
  const { course, draft } = Route.useLoaderData();
  return course ? <CoursePage key={course.id} course={course} draft={draft} /> : <CourseGone />;
}

/** No such course: says so and goes back to the list, once the page stands (a redirect would cut into hydration). */
function CourseGone() {
  const navigate = useNavigate();
  useEffect(() => {
    toast({ title: m.admin_error(), description: m.admin_course_missing(), variant: 'destructive' });
    navigate({ to: '/admin/courses', replace: true });
  }, [navigate]);
  return <LoadingState />;
}
