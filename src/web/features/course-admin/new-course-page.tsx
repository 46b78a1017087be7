import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { failureCode } from '#web/lib/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { useNoteVisit } from '#web/lib/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CourseFormTabs } from './course-form.tsx';
import { type CourseValues, EMPTY_COURSE, toInput } from './form-values.ts';
import { useCourseForm } from './use-course-form.ts';

/** 'Create New Course'; afterwards the administrator is on the new course's edit page. */
export function NewCoursePage() {
  const api = useApi();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const queryClient = useQueryClient();
  const form = useCourseForm(EMPTY_COURSE);
  const save = async (values: CourseValues) => {
    const stillHere = noteVisit();
    try {
      const { id } = await api.courses.create(toInput(values));
      toast({ title: m.admin_success(), description: m.admin_course_created() });
      queryClient.removeQueries({ queryKey: ['courses'] });
      if (stillHere()) await navigate({ to: '/admin/courses/$id', params: { id }, ignoreBlocker: true });
    } catch (error) {
      toastFailure(
        error,
        failureCode(error) === null
          ? { description: m.admin_course_create_failed() }
          : { title: m.admin_course_create_failed() },
      );
      throw error;
    }
  };
  return (
    <Page>
      <CourseFormTabs
        id="new"
        version={0}
        form={form}
        onSave={save}
        heading={
          <>
            <Breadcrumbs
              crumbs={[
                { label: m.admin_courses_title(), to: '/admin/courses' },
                { label: m.admin_course_new() },
              ]}
            />
            <PageHeader title={m.admin_course_new()} />
          </>
        }
      />
    </Page>
  );
}
