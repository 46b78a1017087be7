import { type ReactNode, useState } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { type EditedPage, isText, type PageContent } from '#contract/pages';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useDraft } from '#web/lib/saving/use-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictDialog } from '#web/ui/dialogs/conflict-dialog.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { comparePages } from '../history/compare-pages.ts';
import { MergePanel } from '../history/merge-panel.tsx';
import { PageConflict } from '../history/page-conflict.tsx';
import { PageHistory } from '../history/page-history.tsx';
import { PageStatus } from '../pages/page-status.tsx';
import { DraftNotice } from './draft-notice.tsx';
import classes from './editor.module.css';
import { CustomHeader, EditorHeader } from './editor-header.tsx';
import { pageDrafts } from './page-draft.ts';
import { fits, isSameContent } from './page-text.ts';
import { pageWords } from './page-words.ts';
import { usePageSave } from './use-page-save.ts';

interface EditorFrameProps<Content extends PageContent> {
  /** What was loaded. */
  page: EditedPage;
  form: UseFormReturn<Content>;
  /** A page of this kind without content; the form holds no other kind. */
  empty: Content;
  /** Told the id of a page after its first save, by who is still on it. */
  onCreated?: ((id: string) => void) | undefined;
  /** The fields; a function of the page as it is saved by now. */
  children: ReactNode | ((saved: EditedPage) => ReactNode);
}

/** What all page editors have: saving with conflicts, drafts, the warning before leaving, the history. */
export function EditorFrame<Content extends PageContent>(props: EditorFrameProps<Content>) {
  const { children, empty, form, onCreated, page } = props;
  const [showsHistory, setShowsHistory] = useState(false);
  const toContent = (content: PageContent) => (fits(empty, content.kind) ? (content as Content) : empty);
  const saving = usePageSave({ page, form, toContent, onSaved: (saved) => draft.saved(saved), onCreated });
  const { base, conflict, goOnFrom, isSaving, stored } = saving;
  const isNew = empty.kind === 'custom' && stored.version === 0;
  const mine = form.watch();
  const isDirty = !isSameContent(mine, base.values);
  const draft = useDraft({ kind: pageDrafts(empty), id: stored.name, base, values: mine, isDirty, goOnFrom });
  return (
    <FormProvider {...form}>
      {empty.kind === 'custom' ? (
        <CustomHeader page={stored} onHistory={() => setShowsHistory(true)} />
      ) : (
        <EditorHeader words={pageWords(page)} onHistory={() => setShowsHistory(true)} />
      )}
      {empty.kind === 'custom' && stored.version > 0 && <PageStatus name={stored.name} />}
      {draft.left && (
        <DraftNotice
          text={offerWords(draft.isOlder, empty)}
          onRestore={draft.restore}
          onDiscard={draft.discard}
        />
      )}
      <form onSubmit={form.handleSubmit((content) => saving.save(content as Content))} noValidate>
        {saving.isMerging && <MergePanel theirs={stored} mine={mine} onDone={() => saving.rebase(stored)} />}
        {typeof children === 'function' ? children(stored) : children}
        <div className={classes.end}>
          <Button type="submit" size="lg" busy={isSaving}>
            {isSaving ? m.settings_saving() : isNew ? m.pages_save_draft() : m.settings_save()}
          </Button>
          <span className={classes.note}>
            {isDirty ? m.settings_unsaved() : isNew ? '' : savedWords(stored)}
          </span>
        </div>
      </form>
      {conflict && isText(conflict.mine) ? (
        <PageConflict
          mine={conflict.mine}
          theirs={conflict.current}
          isSaving={isSaving}
          onKeepMine={() => saving.settle(conflict, {})}
          onTakeTheirs={() => {
            draft.offer();
            saving.replace(conflict.current);
          }}
          onMerge={() => saving.showBeside(conflict.current)}
          onClose={saving.dismiss}
        />
      ) : (
        <ConflictDialog title={m.settings_conflict_title()} saving={saving} compare={comparePages} />
      )}
      {showsHistory && (
        <PageHistory
          page={stored}
          onClose={() => setShowsHistory(false)}
          onRestored={(restored) => {
            draft.offer();
            saving.restored(restored);
          }}
          onFailed={saving.notRestored}
        />
      )}
      <LeaveGuard
        dirty={() => isDirty}
        isSent={saving.isSent}
        text={draft.isKept ? m.ui_leave_kept() : m.ui_leave_here()}
      />
    </FormProvider>
  );
}

function offerWords(isOlder: boolean, empty: PageContent): string {
  if (!isOlder) return m.settings_draft_found();
  return isText(empty) ? m.settings_draft_older() : m.settings_draft_combined();
}

function savedWords({ savedAt, savedBy, version }: EditedPage): string {
  if (savedAt === null) return m.settings_never_saved();
  const time = formatTime(savedAt);
  return savedBy
    ? m.settings_version_by({ version, time, name: savedBy })
    : m.settings_version({ version, time });
}
