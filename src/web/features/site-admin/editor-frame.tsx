import { type ReactNode, useState } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import type { EditedPage, PageContent } from '#contract/pages';
import { adoptSaved } from '#web/lib/adopt-saved.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { DraftNotice } from './draft-notice.tsx';
import classes from './editor.module.css';
import { EditorHeader } from './editor-header.tsx';
import { MergePanel } from './merge-panel.tsx';
import { PageConflict } from './page-conflict.tsx';
import { PageHistory } from './page-history.tsx';
import { isSameContent } from './page-text.ts';
import { useKeepDraft, useStoredDraft } from './use-page-draft.ts';
import { usePageSave } from './use-page-save.ts';

interface EditorFrameProps<Content extends PageContent> {
  /** What was loaded. */
  page: EditedPage;
  form: UseFormReturn<Content>;
  /** Of the kind of this page; the form holds nothing else. */
  toContent: (content: PageContent) => Content;
  children: ReactNode;
}

/** What all page editors have: saving with conflicts, drafts, the warning before leaving, the history. */
export function EditorFrame<Content extends PageContent>(props: EditorFrameProps<Content>) {
  const { children, form, page, toContent } = props;
  const [base, setBase] = useState(page);
  const [merging, setMerging] = useState<EditedPage | null>(null);
  const [showsHistory, setShowsHistory] = useState(false);
  const stored = useStoredDraft(page.name, page.content.kind);
  const mine: PageContent = form.watch();
  const isDirty = !isSameContent(mine, base.content);

  /** The form goes on from this version; what was typed since `sent` was sent stays. */
  const adopt = (next: EditedPage, sent?: PageContent) => {
    setBase(next);
    setMerging(null);
    const content = toContent(next.content);
    if (sent) adoptSaved(form, toContent(sent), content);
    else form.reset(content);
  };
  const saving = usePageSave(page, (saved, sent) => {
    stored.drop();
    adopt(saved, sent);
  });
  const { conflict, isSaving, save, setConflict } = saving;
  useKeepDraft(stored.name, { version: base.version, content: mine }, isDirty && !isSaving);
  const restoreDraft = () => {
    if (!stored.draft) return;
    form.reset(toContent(stored.draft.content));
    if (stored.draft.version !== base.version) setMerging(base);
    stored.taken();
  };
  const merge = (theirs: EditedPage) => {
    setBase(theirs);
    setMerging(theirs);
    setConflict(null);
  };
  return (
    <FormProvider {...form}>
      <EditorHeader name={page.name} onHistory={() => setShowsHistory(true)} />
      {stored.draft && !isSameContent(stored.draft.content, mine) && (
        <DraftNotice
          isOlder={stored.draft.version !== base.version}
          onRestore={restoreDraft}
          onDiscard={stored.drop}
        />
      )}
      <form onSubmit={form.handleSubmit((content) => save(content, base.version))} noValidate>
        {merging && <MergePanel theirs={merging} mine={mine} onDone={() => setMerging(null)} />}
        {children}
        <div className={classes.end}>
          <Button type="submit" size="lg" busy={isSaving}>
            {isSaving ? m.settings_saving() : m.settings_save()}
          </Button>
          <span className={classes.note}>{isDirty ? m.settings_unsaved() : savedWords(base)}</span>
        </div>
      </form>
      {conflict && (
        <PageConflict
          conflict={conflict}
          isSaving={isSaving}
          onKeepMine={() => save(conflict.mine, conflict.theirs.version)}
          onTakeTheirs={() => {
            // What was typed stays as a draft that can be restored.
            stored.offer({ version: base.version, content: conflict.mine });
            setConflict(null);
            adopt(conflict.theirs);
          }}
          onMerge={() => merge(conflict.theirs)}
          onClose={() => setConflict(null)}
        />
      )}
      {showsHistory && (
        <PageHistory
          page={base}
          onClose={() => setShowsHistory(false)}
          onRestored={(restored) => {
            saving.settle(restored);
            if (isDirty) stored.offer({ version: base.version, content: mine });
          }}
          onFailed={saving.fail}
        />
      )}
      <LeaveGuard dirty={() => isDirty} text={m.ui_leave_kept()} />
    </FormProvider>
  );
}

function savedWords({ savedAt, savedBy, version }: EditedPage): string {
  if (savedAt === null) return m.settings_never_saved();
  const time = formatTime(savedAt);
  return savedBy
    ? m.settings_version_by({ version, time, name: savedBy })
    : m.settings_version({ version, time });
}
