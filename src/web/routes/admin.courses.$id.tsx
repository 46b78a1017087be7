import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { lazy, useEffect } from 'react';
import { EditCoursePage } from '#web/features/course-admin/edit-course-page.tsx';
import { ExamEditorSlot } from '#web/features/course-admin/exam-editor-slot.ts';
import { editCourseQuery } from '#web/features/course-admin/queries.ts';
import { requireAdmin } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { toast } from '#web/lib/toast.ts';
import { LoadingState } from '#web/ui/loading-state.tsx';

const ExamEditor = lazy(() =>
  import('#web/features/exams/author/exam-editor.tsx').then((module) => ({ default: module.ExamEditor })),
);

export const Route = createFileRoute('/admin/courses/$id')({
  // The draft of a form is of this browser; on the server there is nothing to draw.
  ssr: false,
  beforeLoad: requireAdmin,
  loader: ({ context: { api, queryClient }, params: { id } }) =>
    queryClient.fetchQuery(editCourseQuery(api, id)),
  gcTime: 0,
  head: ({ match, params: { id } }) =>
    pageHead(match.context, { title: m.admin_course_edit(), path: `/admin/courses/${id}`, noindex: true }),
  component: EditCourse,
});

function EditCourse() {
  const course = Route.useLoaderData();
  if (!course) return <CourseGone />;
  return (
    <ExamEditorSlot value={ExamEditor}>
      <EditCoursePage key={course.id} course={course} />
    </ExamEditorSlot>
  );
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
