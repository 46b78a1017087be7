import { type FormEvent, type ReactNode, useState } from 'react';
import { type FieldErrors, FormProvider } from 'react-hook-form';
import type { Start } from '#contract/courses/course-form';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { m } from '#web/lib/messages.ts';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { SectionTabs } from '#web/ui/layout/section-tabs.tsx';
import { BasicFields } from './basic-fields.tsx';
import { CertificateFields } from './certificate-fields.tsx';
import classes from './course-form.module.css';
import { DraftOffer } from './draft-offer.tsx';
import { FormEnd } from './form-end.tsx';
import type { CourseValues } from './form-values.ts';
import { RulesFields } from './rules-fields.tsx';
import type { SectionActions } from './sections/section-actions.ts';
import { SectionBuilder } from './sections/section-builder.tsx';
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
  /** What a new one starts as where its author does not say; null: not known yet, or no new one. */
  starts: 'published' | 'draft' | null;
  /** Told before a new one is saved. */
  onStart: (start: Start) => void;
}

/** The course form: three tabs, one Save Course button that follows (spec section 2), and one for a draft beside it. */
export function CourseFormTabs(props: CourseFormProps) {
  const { editing, heading, id, onStart, sectionActions, starts } = props;
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
  const save = (event: FormEvent, start: Start = {}) => {
    event.preventDefault();
    if (isSubmitting) return;
    onStart(start);
    void submit(event);
  };
  return (
    <FormProvider {...form}>
      {heading}
      <form onSubmit={save} noValidate>
        <DraftOffer draft={draft} />
        <SectionTabs
          label={m.admin_course_parts()}
          tabs={TABS.map((one) => ({ id: one, label: LABELS[one]() }))}
          value={tab}
          onChange={setTab}
        >
          <div className={classes.fields}>
            {tab === 'basic' && <BasicFields isNew={isNew} />}
            {tab === 'settings' && <SettingsFields />}
            {tab === 'settings' && <CertificateFields />}
            {tab === 'settings' && <RulesFields id={id} />}
            {tab === 'content' && <SectionBuilder actions={sectionActions} courseId={id} />}
          </div>
        </SectionTabs>
        <FormEnd
          save={m.admin_course_save()}
          isNew={isNew}
          isDirty={isDirty}
          isSubmitting={isSubmitting}
          isEmpty={form.watch('content').length === 0}
          starts={starts}
          onSave={save}
        />
      </form>
      <LeaveGuard dirty={() => isDirty} isSent={isSent} text={m.ui_leave_kept()} />
    </FormProvider>
  );
}
