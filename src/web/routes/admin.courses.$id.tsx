import { createFileRoute, redirect } from '@tanstack/react-router';
import { EditCoursePage } from '#web/features/course-admin/edit-course-page.tsx';
import { editCourseQuery } from '#web/features/course-admin/queries.ts';
import { requireAdmin } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { toast } from '#web/lib/toast.ts';

export const Route = createFileRoute('/admin/courses/$id')({
  // The draft of a form is of this browser; on the server there is nothing to draw.
  ssr: false,
  beforeLoad: requireAdmin,
  loader: async ({ context: { api, queryClient }, params: { id } }) => {
    const course = await queryClient.fetchQuery(editCourseQuery(api, id));
    if (!course) {
      toast({ title: m.admin_error(), description: m.admin_course_missing(), variant: 'destructive' });
      throw redirect({ to: '/admin/courses' });
    }
    return course;
  },
  gcTime: 0,
  head: ({ match, params: { id } }) =>
    pageHead(match.context, { title: m.admin_course_edit(), path: `/admin/courses/${id}`, noindex: true }),
  component: EditCourse,
});

function EditCourse() {
  const course = Route.useLoaderData();
  return <EditCoursePage key={course.id} course={course} />;
}
