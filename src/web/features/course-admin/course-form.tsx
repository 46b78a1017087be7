import { type FormEvent, type ReactNode, useState } from 'react';
import { type FieldErrors, FormProvider } from 'react-hook-form';
import type { Start } from '#contract/courses/course-form';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { m } from '#web/lib/messages.ts';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { SectionTabs } from '#web/ui/layout/section-tabs.tsx';
import { KeptWhileSending } from '#web/ui/media/kept-while-sending.tsx';
import { BasicFields } from './basic-fields.tsx';
import { CertificateFields } from './certificate-fields.tsx';
import classes from './course-form.module.css';
import { DraftOffer } from './draft-offer.tsx';
import { DraftBar } from './drafts/draft-bar.tsx';
import { LiveSections } from './drafts/live-sections.ts';
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
  /** Whether changes can wait beside a live text. */
  takesDraft: boolean;
}

/** The course form: three tabs, one Save Course button that follows (spec section 2), and one for a draft beside it. */
export function CourseFormTabs(props: CourseFormProps) {
  const { editing, heading, id, onStart, sectionActions, starts, takesDraft } = props;
  const { base, draft, form, isDirty, isSent } = editing;
  const [tab, setTab] = useState<TabId>('basic');
  const { isSubmitting } = form.formState;
  const isNew = base.version === 0;
  const showFirstFault = (errors: FieldErrors<CourseValues>) => {
    const [first = 'title'] = Object.keys(errors);
    setTab(TAB_OF[first] ?? 'settings');
  };
  const submitBy = (saveIt: CourseEditing['save']) =>
    form.handleSubmit(async (next) => {
      try {
        await saveIt(next);
      } catch (error) {
        if (showFieldErrors(error, form.setError)) showFirstFault(form.formState.errors);
      }
    }, showFirstFault);
  const submit = submitBy(editing.save);
  const submitDraft = submitBy(editing.server.save);
  const save = (event: FormEvent, start: Start = {}) => {
    event.preventDefault();
    if (isSubmitting) return;
    onStart(start);
    void submit(event);
  };
  const { pending } = editing.server;
  const saveDraft = (event: FormEvent) => {
    event.preventDefault();
    if (!isSubmitting) void submitDraft(event);
  };
  return (
    <FormProvider {...form}>
      {heading}
      <form onSubmit={pending ? saveDraft : save} noValidate>
        {pending && (
          <DraftBar server={editing.server} live={editing.base.values} busy={isSubmitting} onPublish={save} />
        )}
        <DraftOffer draft={draft} />
        <SectionTabs
          label={m.admin_course_parts()}
          tabs={TABS.map((one) => ({ id: one, label: LABELS[one]() }))}
          value={tab}
          onChange={setTab}
        >
          <div className={classes.fields}>
            {tab === 'basic' && <BasicFields isNew={isNew} />}
            <KeptWhileSending isShown={tab === 'settings'}>
              <SettingsFields />
              <CertificateFields />
              <RulesFields id={id} />
            </KeptWhileSending>
            <KeptWhileSending isShown={tab === 'content'}>
              <LiveSections value={pending ? base.values.content : null}>
                <SectionBuilder actions={sectionActions} courseId={isNew ? null : id} />
              </LiveSections>
            </KeptWhileSending>
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
          onSaveDraft={takesDraft || pending ? saveDraft : null}
          hasDraft={pending !== null}
        />
      </form>
      <LeaveGuard
        dirty={() => isDirty}
        isSent={isSent}
        text={draft.isKept ? m.ui_leave_kept() : m.ui_leave_here()}
      />
    </FormProvider>
  );
}
