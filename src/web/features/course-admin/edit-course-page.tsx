import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditCourse } from '#contract/courses';
import { ApiError, failureCode } from '#web/lib/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CourseConflict } from './course-conflict.tsx';
import { CourseFormTabs } from './course-form.tsx';
import { type CourseValues, toInput, toSectionValues, toValues } from './form-values.ts';
import type { SectionActions } from './section-builder.tsx';
import { dropDraft } from './use-draft.ts';

/** 'Edit Course', prefilled with everything. A save is based on the version that the form began with. */
export function EditCoursePage({ course }: { course: EditCourse }) {
  const api = useApi();
  const queryClient = useQueryClient();
  // What the form began with; a new `round` makes the form anew.
  const [base, setBase] = useState({ course, round: 0 });
  const [version, setVersion] = useState(course.version);
  const [conflict, setConflict] = useState<{ mine: CourseValues; current: EditCourse } | null>(null);
  const { id } = course;
  const changed = () => {
    queryClient.removeQueries({ queryKey: ['courses'] });
    queryClient.removeQueries({ queryKey: ['admin', 'course', id] });
  };
  const save = async (values: CourseValues, on = version) => {
    try {
      const saved = await api.courses.update({ ...toInput(values), id, version: on });
      toast({ title: m.admin_success(), description: m.admin_course_saved() });
      changed();
      dropDraft(id, base.course.version);
      setConflict(null);
      setVersion(saved.version);
      setBase(({ round }) => ({ course: saved, round: round + 1 }));
    } catch (error) {
      if (failureCode(error) === 'VERSION_CONFLICT' && error instanceof ApiError) {
        setConflict({ mine: values, current: (error.data as { current: EditCourse }).current });
      } else toastFailure(error, { title: m.admin_course_save_failed() });
      throw error;
    }
  };
  const takeTheirs = (theirs: EditCourse) => {
    dropDraft(id, base.course.version);
    setConflict(null);
    setVersion(theirs.version);
    setBase(({ round }) => ({ course: theirs, round: round + 1 }));
  };
  const sectionActions: SectionActions = {
    add: async (section) => {
      try {
        const added = await api.courses.addSection({ ...section, id });
        setVersion(added.version);
        changed();
        toast({ title: m.admin_success(), description: m.admin_section_added() });
        return toSectionValues(added.section);
      } catch (error) {
        toastFailure(error, { title: m.admin_error(), description: m.admin_section_add_failed() });
        throw error;
      }
    },
    remove: async ({ id: sectionId }) => {
      if (sectionId === undefined) return;
      try {
        setVersion((await api.courses.removeSection({ id, sectionId })).version);
        changed();
      } catch (error) {
        toastFailure(error, { title: m.admin_error(), description: m.admin_section_remove_failed() });
        throw error;
      }
    },
  };
  return (
    <Page>
      <CourseFormTabs
        key={base.round}
        id={id}
        version={base.course.version}
        values={toValues(base.course)}
        onSave={(values) => save(values)}
        sectionActions={sectionActions}
        heading={
          <>
            <Breadcrumbs
              crumbs={[
                { label: m.admin_courses_title(), to: '/admin/courses' },
                { label: base.course.title },
              ]}
            />
            <PageHeader
              title={m.admin_course_edit()}
              lead={base.course.title}
              actions={
                <>
                  <LinkButton
                    to="/admin/courses/$id/gradebook"
                    params={{ id: base.course.id }}
                    variant="secondary"
                  >
                    {m.grades_title()}
                  </LinkButton>
                  <LinkButton
                    to="/courses/$slug"
                    params={{ slug: base.course.slug }}
                    variant="secondary"
                    target="_blank"
                  >
                    {m.admin_course_view()}
                  </LinkButton>
                </>
              }
            />
          </>
        }
      />
      {conflict && (
        <CourseConflict
          mine={conflict.mine}
          theirs={conflict.current}
          onKeepMine={() => save(conflict.mine, conflict.current.version).catch(() => undefined)}
          onTakeTheirs={() => takeTheirs(conflict.current)}
          onClose={() => setConflict(null)}
        />
      )}
    </Page>
  );
}
