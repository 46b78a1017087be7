import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CourseDraft, EditCourse } from '#contract/courses/courses';
import { lostSections } from '#domain/courses/lost-sections';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { CourseFormTabs } from './course-form.tsx';
import { useTakesDraft } from './drafts/use-takes-draft.ts';
import { DuplicateButton } from './duplicate-button.tsx';
import { ExportLink } from './folders/export-link.tsx';
import { EMPTY_COURSE, toInput, toValues } from './form-values.ts';
import { CourseConflict } from './history/course-conflict.tsx';
import { CourseHistory } from './history/course-history.tsx';
import { StatusBar } from './publishing/status-bar.tsx';
import { statusQuery } from './publishing/status-queries.ts';
import { useStart } from './publishing/use-start.ts';
import { useLossQuestion } from './sections/use-loss-question.tsx';
import { useSectionActions } from './sections/use-section-actions.ts';
import { useCourseForm } from './use-course-form.ts';
import { useUndoSave } from './use-undo-save.ts';

interface CoursePageProps {
  /** What is edited; null for a new course. */
  course: EditCourse | null;
  /** What waits to be published in it. */
  draft?: CourseDraft | null;
  /** Called after a save by who is still on the page. */
  onSaved?: (id: string) => void;
}

/**
 * 'Create New Course', and 'Edit Course', prefilled with everything. A save is based on the version that the form began
 * with; the first save of a new course makes this its edit page.
 */
export function CoursePage({ course, draft = null, onSaved }: CoursePageProps) {
  const api = useApi();
  const user = useUser();
  const queryClient = useQueryClient();
  const [showsHistory, setShowsHistory] = useState(false);
  const changed = (id: string) => {
    queryClient.removeQueries({ queryKey: ['courses'] });
    queryClient.removeQueries({ queryKey: ['admin', 'course', id] });
    queryClient.removeQueries({ queryKey: ['admin', 'course-draft', id] });
    void queryClient.invalidateQueries({ queryKey: statusQuery(api, id).queryKey });
  };
  const undoOf = useUndoSave((restored, saved) => {
    editing.replace(restored, saved);
    changed(restored.id);
  });
  const { agree, question } = useLossQuestion();
  const start = useStart();
  const editing = useCourseForm({
    first: course,
    firstDraft: draft,
    empty: { ...EMPTY_COURSE, authors: user ? [user.id] : [] },
    valuesOf: toValues,
    newId: 'new',
    send: (values, on) =>
      on
        ? api.courses.update({ ...toInput(values), ...on })
        : api.courses.create({ ...toInput(values), ...start.input() }),
    agree,
    onDraft: changed,
    onSaved: (saved, { from, isFirst, isHere, isMerged, isPublished }) => {
      const { id } = saved;
      const hasLost = lostSections(from.values.content, saved.content).length > 0;
      toast({
        title: m.admin_success(),
        description: isPublished
          ? m.drafts_published()
          : isFirst
            ? m.admin_course_created()
            : m.admin_course_saved(),
        action: hasLost ? undoOf(saved, from.version) : undefined,
      });
      if (isMerged) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
      changed(id);
      if (isHere) onSaved?.(id);
    },
    onFailed: (error, isFirst) => {
      const text = isFirst ? m.admin_course_create_failed() : m.admin_course_save_failed();
      toastFailure(error, isFirst && failureCode(error) === null ? { description: text } : { title: text });
    },
  });
  const { base, isDirty, stored } = editing;
  const takesDraft = useTakesDraft(stored?.id ?? null);
  const sectionActions = useSectionActions({
    // With a draft, sections come and go with it.
    id: editing.server.pending ? null : (stored?.id ?? null),
    saved: editing.base.values,
    note: editing.note,
    changed,
  });
  return (
    <Page>
      <CourseFormTabs
        id={stored?.id ?? 'new'}
        editing={editing}
        {...start.props}
        takesDraft={takesDraft}
        {...(sectionActions && { sectionActions })}
        heading={
          stored ? (
            <>
              <EditHeading course={stored} onHistory={() => setShowsHistory(true)} />
              <StatusBar id={stored.id} />
            </>
          ) : (
            <NewHeading />
          )
        }
      />
      {showsHistory && stored && (
        <CourseHistory
          course={stored}
          present={base.version}
          undoOf={undoOf}
          isDirty={isDirty && !editing.server.pending}
          onClose={() => setShowsHistory(false)}
          onRestored={(restored) => {
            editing.replace(restored);
            changed(restored.id);
          }}
        />
      )}
      {stored && question(stored.title)}
      {editing.conflict && <CourseConflict saving={editing} />}
      {editing.server.saving.conflict && <CourseConflict saving={editing.server.saving} />}
    </Page>
  );
}

function NewHeading() {
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: m.admin_courses_title(), to: '/admin/courses' }, { label: m.admin_course_new() }]}
      />
      <PageHeader title={m.admin_course_new()} />
    </>
  );
}

function EditHeading({ course, onHistory }: { course: EditCourse; onHistory: () => void }) {
  const { id, slug, title } = course;
  return (
    <>
      <Breadcrumbs crumbs={[{ label: m.admin_courses_title(), to: '/admin/courses' }, { label: title }]} />
      <PageHeader
        title={m.admin_course_edit()}
        lead={title}
        actions={
          <>
            <Button variant="secondary" onClick={onHistory}>
              {m.settings_history()}
            </Button>
            <DuplicateButton id={id} kind="course" />
            <ExportLink id={id} />
            <LinkButton to="/admin/courses/$id/gradebook" params={{ id }} variant="secondary">
              {m.grades_title()}
            </LinkButton>
            <LinkButton to="/courses/$slug" params={{ slug }} variant="secondary" target="_blank">
              {m.admin_course_view()}
            </LinkButton>
          </>
        }
      />
    </>
  );
}
