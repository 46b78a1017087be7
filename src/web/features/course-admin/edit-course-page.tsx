import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditCourse } from '#contract/courses';
import { lostSections } from '#domain/courses/lost-sections';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CourseConflict } from './course-conflict.tsx';
import { CourseFormTabs } from './course-form.tsx';
import { CourseHistory } from './course-history.tsx';
import { toInput, toSectionValues, toValues } from './form-values.ts';
import type { SectionActions } from './section-builder.tsx';
import { useVersionedCourse } from './use-course-form.ts';
import { useLossQuestion } from './use-loss-question.tsx';
import { useUndoSave } from './use-undo-save.ts';

/** 'Edit Course', prefilled with everything. A save is based on the version that the form began with. */
export function EditCoursePage({ course }: { course: EditCourse }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { id } = course;
  const [showsHistory, setShowsHistory] = useState(false);
  const changed = () => {
    queryClient.removeQueries({ queryKey: ['courses'] });
    queryClient.removeQueries({ queryKey: ['admin', 'course', id] });
  };
  const undoOf = useUndoSave((restored, saved) => {
    editing.replace(restored, saved);
    changed();
  });
  const { agree, question } = useLossQuestion(id);
  const editing = useVersionedCourse<EditCourse>({
    first: course,
    valuesOf: toValues,
    send: (values, version) => api.courses.update({ ...toInput(values), id, version }),
    agree,
    onSaved: (saved, isMerged, from) => {
      const hasLost = lostSections(from.values.content, saved.content).length > 0;
      const action = hasLost ? undoOf(saved, from.version) : undefined;
      toast({ title: m.admin_success(), description: m.admin_course_saved(), action });
      if (isMerged) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
      changed();
    },
    onFailed: (error) => toastFailure(error, { title: m.admin_course_save_failed() }),
  });
  const { base, form, stored } = editing;
  const sectionActions: SectionActions = {
    add: async (section) => {
      try {
        const added = await api.courses.addSection({ ...section, id });
        const values = toSectionValues(added.section);
        editing.note(added.version, (before) => ({ ...before, content: [...before.content, values] }));
        changed();
        toast({ title: m.admin_success(), description: m.admin_section_added() });
        return values;
      } catch (error) {
        toastFailure(error, { title: m.admin_error(), description: m.admin_section_add_failed() });
        throw error;
      }
    },
    remove: async ({ id: sectionId }) => {
      if (sectionId === undefined) return;
      try {
        const { version } = await api.courses.removeSection({ id, sectionId });
        editing.note(version, (before) => ({
          ...before,
          content: before.content.filter((section) => section.id !== sectionId),
        }));
        changed();
      } catch (error) {
        toastFailure(error, { title: m.admin_error(), description: m.admin_section_remove_failed() });
        throw error;
      }
    },
    restore: async ({ id: sectionId }) => {
      if (sectionId === undefined) return;
      try {
        const { section, version } = await api.courses.restoreSection({ id, sectionId });
        editing.note(version, (before) => ({
          ...before,
          content: [
            ...before.content.slice(0, section.order - 1),
            toSectionValues(section),
            ...before.content.slice(section.order - 1),
          ],
        }));
        changed();
      } catch (error) {
        toastFailure(error, { title: m.admin_error(), description: m.admin_section_restore_failed() });
        throw error;
      }
    },
  };
  return (
    <Page>
      <CourseFormTabs
        id={id}
        version={base.version}
        form={form}
        onSave={(values) => editing.save(values)}
        sectionActions={sectionActions}
        heading={
          <>
            <Breadcrumbs
              crumbs={[{ label: m.admin_courses_title(), to: '/admin/courses' }, { label: stored.title }]}
            />
            <PageHeader
              title={m.admin_course_edit()}
              lead={stored.title}
              actions={
                <>
                  <Button variant="secondary" onClick={() => setShowsHistory(true)}>
                    {m.settings_history()}
                  </Button>
                  <LinkButton to="/admin/courses/$id/gradebook" params={{ id }} variant="secondary">
                    {m.grades_title()}
                  </LinkButton>
                  <LinkButton
                    to="/courses/$slug"
                    params={{ slug: stored.slug }}
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
      {showsHistory && (
        <CourseHistory
          course={stored}
          present={base.version}
          undoOf={undoOf}
          isDirty={form.formState.isDirty}
          onClose={() => setShowsHistory(false)}
          onRestored={(restored) => {
            editing.replace(restored);
            changed();
          }}
        />
      )}
      {question(stored.title)}
      {editing.conflict && <CourseConflict saving={editing} />}
    </Page>
  );
}
