import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FolderImport } from '#contract/courses/folders';
import { isRunning, MAX_FOLDERS_GIGABYTES } from '#domain/courses/folder-import';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { DropArea } from '#web/ui/media/drop-area.tsx';
import { FileButton } from '#web/ui/media/file-button.tsx';
import { UploadState } from '#web/ui/media/upload-state.tsx';
import { folderImportQuery } from './folder-queries.ts';
import classes from './folders.module.css';
import { ImportReport } from './import-report.tsx';
import { useZipUpload } from './use-zip-upload.ts';

/** A ZIP file of course folders: sent, checked, then imported. It can be closed meanwhile; the work goes on. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = folderImportQuery(api);
  const { data, error } = useQuery(query);
  const [force, setForce] = useState(false);
  const put = (next: FolderImport | null) => queryClient.setQueryData(query.queryKey, next);
  const { cancel, start, upload } = useZipUpload(async (id) => {
    put(await api.folders.check({ upload: id }));
  });
  const isImported = data?.state === 'imported';
  useEffect(() => {
    if (!isImported) return;
    for (const list of ['courses', 'posts', 'banks'])
      void queryClient.invalidateQueries({ queryKey: ['admin', list] });
    queryClient.removeQueries({ queryKey: ['courses'] });
  }, [isImported, queryClient]);
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (failure) {
      toastFailure(failure, { title: m.folders_failed() });
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
    }
  };
  const discard = () =>
    attempt(async () => {
      if (data) await api.folders.discard({ id: data.id });
      put(null);
      setForce(false);
    });
  const take = (id: string) => attempt(async () => void put(await api.folders.import({ id, force })));
  const close = () => {
    if (data && isRunning(data.state)) toast({ title: m.folders_goes_on() });
    onClose();
  };
  return (
    <Dialog open onClose={close} title={m.folders_title()} size="lg">
      {error && !data && <ErrorState error={error} heading="h3" />}
      {data === undefined && !error && <LoadingState inline />}
      {data === null && (
        <>
          <DropArea onFiles={([file]) => void (file && start(file))}>
            <FileButton accept=".zip,application/zip" onFiles={([file]) => void (file && start(file))}>
              {m.folders_choose()}
            </FileButton>
            <span>{m.folders_drop({ most: MAX_FOLDERS_GIGABYTES })}</span>
          </DropArea>
          <p className={`${classes.help} ${classes.about}`}>{m.folders_help()}</p>
          <UploadState upload={upload} onCancel={cancel} onRetry={(file) => void start(file)} />
        </>
      )}
      {data && (
        <ImportState
          running={data}
          force={force}
          onForce={setForce}
          onTake={() => take(data.id)}
          onDiscard={discard}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

interface ImportStateProps {
  running: FolderImport;
  force: boolean;
  onForce: (force: boolean) => void;
  onTake: () => Promise<void>;
  onDiscard: () => Promise<void>;
  onClose: () => void;
}

function ImportState({ force, onClose, onDiscard, onForce, onTake, running }: ImportStateProps) {
  const { done, faults, items, name, state, total } = running;
  const [busy, setBusy] = useState(false);
  const once = (work: () => Promise<void>) => async () => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  if (isRunning(state)) {
    const words = state === 'checking' ? m.folders_checking({ name }) : m.folders_importing({ name });
    return (
      <>
        <div className={classes.running}>
          <progress aria-label={words} max={total || 1} value={total === 0 ? undefined : done} />
          <p role="status">{total > 1 ? m.folders_progress({ words, done, total }) : words}</p>
          <p className={classes.help}>{m.folders_may_leave()}</p>
        </div>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {m.ui_close()}
          </Button>
        </DialogActions>
      </>
    );
  }
  const drifted = items.filter(({ outcome }) => outcome === 'drifted').length;
  const changing = items.filter(({ outcome }) => outcome === 'created' || outcome === 'updated').length;
  const count = changing + (force ? drifted : 0);
  return (
    <>
      <ImportReport running={running} />
      {state === 'checked' && drifted > 0 && (
        <fieldset className={classes.drifted}>
          <legend>{m.folders_drifted({ count: drifted })}</legend>
          <label>
            <input type="radio" name="drifted" checked={!force} onChange={() => onForce(false)} />
            {m.folders_keep_edits({ count: drifted })}
          </label>
          <label>
            <input type="radio" name="drifted" checked={force} onChange={() => onForce(true)} />
            <span>
              {m.folders_replace_edits({ count: drifted })}
              <span className={classes.help}>{m.folders_replace_note()}</span>
            </span>
          </label>
        </fieldset>
      )}
      <DialogActions>
        {state === 'imported' ? (
          <Button
            busy={busy}
            onClick={once(async () => {
              await onDiscard();
              onClose();
            })}
          >
            {m.folders_done()}
          </Button>
        ) : (
          <>
            <Button variant="secondary" busy={busy} onClick={once(onDiscard)}>
              {m.folders_other()}
            </Button>
            {faults.length === 0 && (
              <Button busy={busy} disabled={count === 0} onClick={once(onTake)}>
                {m.folders_take({ count })}
              </Button>
            )}
          </>
        )}
      </DialogActions>
    </>
  );
}
