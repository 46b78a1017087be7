import { type FormEvent, type ReactNode, useState } from 'react';
import { type FieldErrors, FormProvider } from 'react-hook-form';
import type { Start } from '#contract/courses/course-form';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { SectionTabs } from '#web/ui/layout/section-tabs.tsx';
import { BasicFields } from './basic-fields.tsx';
import { CertificateFields } from './certificate-fields.tsx';
import classes from './course-form.module.css';
import { FormKind } from './form-kind.ts';
import type { CourseValues } from './form-values.ts';
import { RulesFields } from './rules-fields.tsx';
import { type SectionActions, SectionBuilder } from './sections/section-builder.tsx';
import { SettingsFields } from './settings-fields.tsx';
import type { CourseEditing } from './use-course-form.ts';

const TABS = ['basic', 'settings', 'content'] as const;
type TabId = (typeof TABS)[number];
const LABELS: Record<TabId, () => string> = {
  basic: m.admin_tab_basic,
  settings: m.admin_tab_settings,
  content: m.admin_tab_content,
};
const TAB_OF: Readonly<Record<string, TabId>> = {
  title: 'basic',
  description: 'basic',
  slug: 'basic',
  content: 'content',
};

interface CourseFormProps {
  /** Course id, or "new". */
  id: string;
  editing: CourseEditing;
  /** On the edit page adding and removing sections is saved at once. */
  sectionActions?: SectionActions;
  heading: ReactNode;
  kind?: 'course' | 'post';
  /** What a new one starts as where its author does not say; null: not known yet, or no new one. */
  starts: NonNullable<Start['start']> | null;
  /** Told before a new one is saved. */
  onStart: (start: Start['start']) => void;
}

/** The course form: three tabs, one Save Course button that follows (spec section 2), and one for a draft beside it. */
export function CourseFormTabs(props: CourseFormProps) {
  const { editing, heading, id, kind = 'course', onStart, sectionActions, starts } = props;
  const { base, draft, form, isDirty, isSent } = editing;
  const [tab, setTab] = useState<TabId>('basic');
  const { isSubmitting } = form.formState;
  const isNew = base.version === 0;
  const showFirstFault = (errors: FieldErrors<CourseValues>) => {
    const [first = 'title'] = Object.keys(errors);
    setTab(TAB_OF[first] ?? 'settings');
  };
  const submit = form.handleSubmit(async (next) => {
    try {
      await editing.save(next);
    } catch (error) {
      if (showFieldErrors(error, form.setError)) showFirstFault(form.formState.errors);
    }
  }, showFirstFault);
  const save = (event: FormEvent, start?: Start['start']) => {
    event.preventDefault();
    if (isSubmitting) return;
    onStart(start);
    void submit(event);
  };
  return (
    <FormProvider {...form}>
      {heading}
      <form onSubmit={save} noValidate>
        {draft.left && (
          <div className={classes.draft} role="status">
            <p>{draft.isOlder ? m.admin_draft_older() : m.admin_draft_found()}</p>
            <Button variant="secondary" size="sm" onClick={draft.restore}>
              {m.admin_draft_restore()}
            </Button>
            <Button variant="quiet" size="sm" onClick={draft.discard}>
              {m.admin_draft_discard()}
            </Button>
          </div>
        )}
        <SectionTabs
          label={m.admin_course_parts()}
          tabs={TABS.map((one) => ({ id: one, label: LABELS[one]() }))}
          value={tab}
          onChange={setTab}
        >
          <div className={classes.fields}>
            {tab === 'basic' && <BasicFields isNew={isNew} />}
            {tab === 'settings' && <SettingsFields />}
            {tab === 'settings' && kind === 'course' && <CertificateFields />}
            {tab === 'settings' && kind === 'course' && <RulesFields id={id} />}
            {tab === 'content' && (
              <FormKind value={kind}>
                <SectionBuilder actions={sectionActions} courseId={id} />
              </FormKind>
            )}
          </div>
        </SectionTabs>
        <div className={classes.end}>
          <Button type="submit" size="lg" busy={isSubmitting}>
            {isSubmitting ? m.auth_saving() : kind === 'post' ? m.posts_admin_save() : m.admin_course_save()}
          </Button>
          {isNew && starts === 'published' && (
            <Button
              variant="secondary"
              size="lg"
              onClick={(event) => save(event, 'draft')}
              busy={isSubmitting}
            >
              {m.publishing_save_draft()}
            </Button>
          )}
          {isDirty && !isSubmitting && <span className={classes.unsaved}>{m.admin_unsaved()}</span>}
          {isNew && <StartHint isEmpty={form.watch('content').length === 0} starts={starts} />}
        </div>
      </form>
      <LeaveGuard dirty={() => isDirty} isSent={isSent} text={m.ui_leave_kept()} />
    </FormProvider>
  );
}

/** Says what the first save does, where that may be a surprise. */
function StartHint({ isEmpty, starts }: Pick<CourseFormProps, 'starts'> & { isEmpty: boolean }) {
  if (starts === 'draft') return <span className={classes.unsaved}>{m.publishing_starts_draft()}</span>;
  if (!isEmpty || starts === null) return null;
  return <span className={classes.unsaved}>{m.publishing_empty_hint()}</span>;
}
