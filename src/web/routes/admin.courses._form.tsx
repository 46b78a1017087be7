import { createFileRoute, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { lazy } from 'react';
import { CoursePage } from '#web/features/course-admin/course-page.tsx';
import { ExamEditorSlot } from '#web/features/course-admin/sections/exam-editor-slot.ts';
import { useFirstSave } from '#web/lib/saving/use-first-save.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';
import { WithCodeTools } from './-code-tools.tsx';

const ExamEditor = lazy(() =>
  import('#web/features/exams/author/exam-editor.tsx').then((module) => ({ default: module.ExamEditor })),
);

/** Holds the form of a new course, which stays on the screen when its first save leads to the new course's address. */
export const Route = createFileRoute('/admin/courses/_form')({
  beforeLoad: requireAdmin,
  component: CourseForm,
});

function CourseForm() {
  const navigate = useNavigate();
  const { id } = useParams({ strict: false });
  const { formKey, isHere, onSaved } = useFirstSave(id, (created) =>
    navigate({
      to: '/admin/courses/$id',
      params: { id: created },
      ignoreBlocker: true,
      resetScroll: false,
    }),
  );
  return (
    <WithCodeTools>
      <ExamEditorSlot value={ExamEditor}>
        {isHere ? <CoursePage key={formKey} course={null} onSaved={onSaved} /> : <Outlet />}
      </ExamEditorSlot>
    </WithCodeTools>
  );
}
