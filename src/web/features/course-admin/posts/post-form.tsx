import { type FormEvent, type ReactNode, useState } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import type { Start } from '#contract/courses/course-form';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { TitleField } from '#web/ui/writing/title-field.tsx';
import { useTitleSlug } from '#web/ui/writing/use-title-slug.ts';
import { DraftOffer } from '../draft-offer.tsx';
import { DraftBar } from '../drafts/draft-bar.tsx';
import { LiveSections } from '../drafts/live-sections.ts';
import { FormEnd } from '../form-end.tsx';
import { FormKind } from '../form-kind.ts';
import type { CourseValues } from '../form-values.ts';
import type { SectionActions } from '../sections/section-actions.ts';
import { SectionBuilder } from '../sections/section-builder.tsx';
import type { CourseEditing } from '../use-course-form.ts';
import classes from './post-form.module.css';
import { PostSettings } from './post-settings.tsx';
import { PostText } from './post-text.tsx';
import { isPlainText } from './post-values.ts';

interface PostFormProps {
  /** Post id, or "new-post". */
  id: string;
  editing: CourseEditing;
  /** On the edit page adding and removing sections is saved at once. */
  sectionActions?: SectionActions;
  heading: ReactNode;
  starts: 'published' | 'draft' | null;
  /** Told before a new one is saved. */
  onStart: (start: Start) => void;
  /** Whether changes can wait beside a live text. */
  takesDraft: boolean;
}

/** The form of a post: its title and text, and what belongs to it at the side. */
export function PostForm(props: PostFormProps) {
  const { editing, heading, id, onStart, sectionActions, starts, takesDraft } = props;
  const { base, draft, form, isDirty, isSent } = editing;
  const { isSubmitting } = form.formState;
  const content = form.watch('content');
  const isPlain = isPlainText(content);
  const [hasSections, setHasSections] = useState(!isPlain);
  // It stays, also while only one section is left.
  if (!isPlain && !hasSections) setHasSections(true);
  const isNew = base.version === 0;
  const submitBy = (saveIt: CourseEditing['save']) =>
    form.handleSubmit(async (next) => {
      try {
        await saveIt(next);
      } catch (error) {
        showFieldErrors(error, form.setError);
      }
    });
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
        <div className={classes.parts}>
          <div className={classes.writing}>
            <PostTitle isNew={isNew} />
            {hasSections ? (
              <FormKind value="post">
                <LiveSections value={pending ? base.values.content : null}>
                  <SectionBuilder actions={sectionActions} courseId={isNew ? null : id} />
                </LiveSections>
              </FormKind>
            ) : (
              <>
                <PostText />
                <p className={classes.more}>
                  {m.posts_admin_sections_text()}{' '}
                  <Button variant="quiet" size="sm" onClick={() => setHasSections(true)}>
                    {m.posts_admin_sections()}
                  </Button>
                </p>
              </>
            )}
          </div>
          <PostSettings />
        </div>
        <FormEnd
          save={m.posts_admin_save()}
          isNew={isNew}
          isDirty={isDirty}
          isSubmitting={isSubmitting}
          isEmpty={content.every((section) => section.content.trim() === '' && section.videoUrl === '')}
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

/** While a post is new its slug follows until somebody writes it. */
function PostTitle({ isNew }: { isNew: boolean }) {
  const { formState, register } = useFormContext<CourseValues>();
  const follow = useTitleSlug(isNew);
  return (
    <TitleField
      label={m.admin_course_title()}
      autoFocus={isNew}
      placeholder={m.posts_admin_title_hint()}
      error={formState.errors.title?.message}
      {...register('title', {
        // A title is one line, however long.
        setValueAs: (title: string) => title.replace(/\s*\n\s*/g, ' '),
        onChange: (event) => follow(event.target.value),
      })}
    />
  );
}
