import { type ReactNode, useState } from 'react';
import type { LabWork } from '#contract/courses/labs';
import type { LabFiles } from '#domain/labs/lab-spec';
import { currentOf } from '#web/lib/api/current-of.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Menu, MenuDivider, MenuItem } from '#web/ui/dialogs/menu.tsx';
import { LabSubmissions } from './history/lab-submissions.tsx';
import { zipFiles } from './lab-zip.ts';
import classes from './labs.module.css';
import { isSameFiles } from './work/kept-work.ts';
import type { Work } from './work/work.ts';

interface LabMenuProps {
  sectionId: string;
  title: string;
  work: Work;
  /** What one begins with. */
  start: LabFiles;
  given: LabFiles;
  /** Whether the solution is open to this reader. */
  mayCompare: boolean;
  onSolution: () => void;
}

/** What is done with the whole of the work. */
export function LabMenu({ given, mayCompare, onSolution, sectionId, start, title, work }: LabMenuProps) {
  const api = useApi();
  const [asked, setAsked] = useState<'reset' | 'submissions' | null>(null);
  const close = () => setAsked(null);
  const reset = async () => {
    const before = work.files;
    const show = (fresh: LabWork) => {
      work.replace(fresh.files, fresh);
      toast({
        title: m.labs_reset_done(),
        action: { label: m.labs_undo(), run: () => work.replace(before) },
      });
    };
    try {
      const baseVersion = await work.save();
      if (baseVersion === null)
        return toast({
          title: m.labs_reset_failed(),
          description: m.labs_reset_unsaved(),
          variant: 'destructive',
        });
      work.expect(start);
      show(await api.labs.reset({ id: sectionId, baseVersion }));
    } catch (error) {
      const current = currentOf<LabWork>(error);
      // The answer to an earlier try was lost.
      if (current && isSameFiles(current.files, start)) show(current);
      else if (!work.conflictWith(error)) toastFailure(error, { title: m.labs_reset_failed() });
    } finally {
      close();
    }
  };
  return (
    <>
      <Menu label={m.labs_more()} button={<Dots />} buttonClassName={classes.more}>
        {mayCompare && <MenuItem onClick={onSolution}>{m.labs_solution()}</MenuItem>}
        <MenuItem onClick={() => setAsked('submissions')}>{m.labs_submissions()}</MenuItem>
        <MenuItem onClick={() => download(title, { ...given, ...work.files })}>{m.labs_download()}</MenuItem>
        <MenuDivider />
        <MenuItem danger onClick={() => setAsked('reset')}>
          {m.labs_reset()}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asked === 'reset'}
        title={m.labs_reset_title()}
        text={m.labs_reset_text()}
        confirm={m.labs_reset()}
        onCancel={close}
        onConfirm={reset}
      />
      <LabSubmissions
        open={asked === 'submissions'}
        onClose={close}
        sectionId={sectionId}
        files={work.files}
        onRestore={(files) => {
          const before = work.files;
          work.replace(files);
          close();
          toast({
            title: m.labs_restored(),
            action: { label: m.labs_undo(), run: () => work.replace(before) },
          });
        }}
      />
    </>
  );
}

function download(title: string, files: LabFiles): void {
  const address = URL.createObjectURL(new Blob([zipFiles(files)], { type: 'application/zip' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'lab'}.zip`;
  link.click();
  URL.revokeObjectURL(address);
}

function Dots(): ReactNode {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" fill="currentColor" aria-hidden="true">
      <circle cx="4" cy="10" r="1.6" />
      <circle cx="10" cy="10" r="1.6" />
      <circle cx="16" cy="10" r="1.6" />
    </svg>
  );
}
