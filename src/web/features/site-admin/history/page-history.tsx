import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditedPage, PageContent } from '#contract/pages';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { pageWords } from '../editor/page-words.ts';
import { pageHistoryQuery, restorePage, revisionQuery } from '../queries.ts';
import classes from './history.module.css';
import { RevisionComparison } from './revision-comparison.tsx';
import { RevisionTable } from './revision-table.tsx';

interface PageHistoryProps {
  /** What the editor is based on. */
  page: EditedPage;
  onClose: () => void;
  onRestored: (restored: EditedPage) => void;
  /** A restore was refused; `content` is what was to be restored. */
  onFailed: (error: unknown, content: PageContent) => void;
}

/** The saved versions of a page: compare any two, bring an earlier one back. */
export function PageHistory({ onClose, onFailed, onRestored, page }: PageHistoryProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data, error, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery(
    pageHistoryQuery(api, page.name),
  );
  const [chosen, setChosen] = useState<{ from?: number; to?: number }>({});
  const [wanted, setWanted] = useState<number | null>(null);
  const revisions = data?.pages.flatMap(({ items }) => items) ?? [];
  const to = chosen.to ?? revisions[0]?.version;
  const from = chosen.from ?? revisions[1]?.version ?? to;
  const restore = async (version: number) => {
    try {
      const { content } = await queryClient.ensureQueryData(revisionQuery(api, page.name, version));
      await restorePage(api, page.name, version, page.version).then(finish, (failure: unknown) => {
        onFailed(failure, content);
        if (failureCode(failure) === 'VERSION_CONFLICT') onClose();
      });
    } catch (failure) {
      toastFailure(failure, { description: m.settings_history_failed() });
    } finally {
      setWanted(null);
    }
  };
  const finish = (restored: EditedPage) => {
    onRestored(restored);
    toast({
      title: m.settings_history_restored_toast(),
      description: m.settings_history_restored_text({ version: wanted ?? 0 }),
    });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.settings_history_title({ page: pageWords(page).title() })}
      size="lg"
    >
      <p className={classes.lead}>{m.settings_history_text()}</p>
      {error && <p role="alert">{m.settings_history_failed()}</p>}
      {!data && !error && <LoadingState inline />}
      {from !== undefined && to !== undefined && (
        <>
          <RevisionTable
            revisions={revisions}
            present={page.version}
            from={from}
            to={to}
            onChoose={(choice) => setChosen({ from, to, ...choice })}
            onRestore={setWanted}
          />
          {hasNextPage && (
            <Button variant="quiet" size="sm" onClick={() => fetchNextPage()} busy={isFetching}>
              {m.settings_history_older()}
            </Button>
          )}
          <RevisionComparison name={page.name} from={from} to={to} />
        </>
      )}
      <ConfirmDialog
        open={wanted !== null}
        title={m.settings_history_restore_named({ version: wanted ?? 0 })}
        text={m.settings_history_restore_text({ version: wanted ?? 0 })}
        confirm={m.settings_history_restore()}
        onCancel={() => setWanted(null)}
        onConfirm={() => (wanted === null ? null : restore(wanted))}
      />
    </Dialog>
  );
}
