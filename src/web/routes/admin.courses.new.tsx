import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { ExamEditorSlot } from '#web/features/course-admin/exam-editor-slot.ts';
import { NewCoursePage } from '#web/features/course-admin/new-course-page.tsx';
import { requireAdmin } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

const ExamEditor = lazy(() =>
  import('#web/features/exams/author/exam-editor.tsx').then((module) => ({ default: module.ExamEditor })),
);

export const Route = createFileRoute('/admin/courses/new')({
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.admin_course_new(), path: '/admin/courses/new', noindex: true }),
  component: NewCourse,
});

function NewCourse() {
  return (
    <ExamEditorSlot value={ExamEditor}>
      <NewCoursePage />
    </ExamEditorSlot>
  );
}
