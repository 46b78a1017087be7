import { type ReactNode, useState } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import type { EditedPage, PageContent } from '#contract/pages';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { comparePages } from './compare-pages.ts';
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
  const [merging, setMerging] = useState<EditedPage | null>(null);
  const [showsHistory, setShowsHistory] = useState(false);
  const draft = useStoredDraft(page.name, page.content.kind);
  const onChanged = () => {
    draft.drop();
    setMerging(null);
  };
  const saving = usePageSave({ page, form, toContent, onChanged });
  const { conflict, isSaving, stored: base } = saving;
  const mine = form.watch();
  const isDirty = !isSameContent(mine, base.content);
  useKeepDraft(draft.name, { version: base.version, content: mine }, isDirty && !isSaving);
  const restoreDraft = () => {
    if (!draft.draft) return;
    form.reset(toContent(draft.draft.content));
    if (draft.draft.version !== base.version) setMerging(base);
    draft.taken();
  };
  return (
    <FormProvider {...form}>
      <EditorHeader name={page.name} onHistory={() => setShowsHistory(true)} />
      {draft.draft && !isSameContent(draft.draft.content, mine) && (
        <DraftNotice
          isOlder={draft.draft.version !== base.version}
          onRestore={restoreDraft}
          onDiscard={draft.drop}
        />
      )}
      <form onSubmit={form.handleSubmit((content) => saving.save(content as Content))} noValidate>
        {merging && <MergePanel theirs={merging} mine={mine} onDone={() => setMerging(null)} />}
        {children}
        <div className={classes.end}>
          <Button type="submit" size="lg" busy={isSaving}>
            {isSaving ? m.settings_saving() : m.settings_save()}
          </Button>
          <span className={classes.note}>{isDirty ? m.settings_unsaved() : savedWords(base)}</span>
        </div>
      </form>
      {conflict?.mine.kind === 'html' ? (
        <PageConflict
          mine={conflict.mine}
          theirs={conflict.current}
          isSaving={isSaving}
          onKeepMine={() => saving.settle(conflict, {})}
          onTakeTheirs={() => {
            saving.replace(conflict.current);
            setMerging(null);
            // What was typed stays as a draft that can be restored.
            draft.offer({ version: base.version, content: conflict.mine });
          }}
          onMerge={() => {
            saving.rebase(conflict.current);
            setMerging(conflict.current);
          }}
          onClose={saving.dismiss}
        />
      ) : (
        <ConflictDialog title={m.settings_conflict_title()} saving={saving} compare={comparePages} />
      )}
      {showsHistory && (
        <PageHistory
          page={base}
          onClose={() => setShowsHistory(false)}
          onRestored={(restored) => {
            saving.restored(restored);
            if (isDirty) draft.offer({ version: base.version, content: mine });
          }}
          onFailed={saving.notRestored}
        />
      )}
      <LeaveGuard dirty={() => isDirty} isSent={saving.isSent} text={m.ui_leave_kept()} />
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
