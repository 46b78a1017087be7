import { type ReactNode, useState } from 'react';
import type { LabFiles } from '#domain/labs/lab-spec';
import { type NameFault, nameFault } from '#domain/labs/own-files';
import type { VisibleSpec } from '#domain/labs/visible-checks';
import { m } from '#web/lib/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { FileDialog } from './file-dialog.tsx';

export interface OwnFiles {
  readonly add: () => void;
  /** Whether a file was added by the learner: the lab's own stay, because checks ask for them. */
  readonly isOwn: (file: string) => boolean;
  readonly rename: (file: string) => void;
  readonly remove: (file: string) => void;
  readonly dialog: ReactNode;
}

interface Options {
  readonly spec: Pick<VisibleSpec, 'given' | 'newFiles'>;
  readonly start: LabFiles;
  readonly files: LabFiles;
  readonly edit: (make: (files: LabFiles) => LabFiles) => void;
  readonly onFile: (file: string) => void;
}

const FAULT_WORDS: Record<NameFault, () => string> = {
  taken: m.lab_author_name_taken,
  folder: m.labs_file_folder,
  many: m.labs_file_many,
};

/** Adds, renames, and deletes files of the learner, in a lab that allows it; null in every other. */
export function useOwnFiles({ edit, files, onFile, spec, start }: Options): OwnFiles | null {
  const [asked, setAsked] = useState<{ path: string | null } | null>(null);
  if (!spec.newFiles) return null;
  const close = () => setAsked(null);
  const done = (path: string) => {
    const from = asked?.path ?? null;
    edit((before) => (from === null ? { ...before, [path]: '' } : renamed(before, from, path)));
    onFile(path);
    close();
  };
  const faultOf = (name: string) => {
    if (name === asked?.path) return undefined;
    const fault = nameFault(name, { files: without(files, asked?.path ?? ''), given: spec.given });
    return fault ? FAULT_WORDS[fault]() : undefined;
  };
  return {
    add: () => setAsked({ path: null }),
    isOwn: (file) => file in files && !(file in start),
    rename: (path) => setAsked({ path }),
    remove: (file) => {
      const text = files[file] ?? '';
      edit((before) => without(before, file));
      onFile(Object.keys(files)[0] ?? '');
      toast({
        title: m.lab_author_deleted({ file }),
        action: {
          label: m.labs_undo(),
          run: () => {
            edit((before) => ({ ...before, [file]: text }));
            onFile(file);
          },
        },
      });
    },
    dialog: asked && (
      <FileDialog path={asked.path} faultOf={faultOf} onClose={close} onDone={done} key={asked.path} />
    ),
  };
}

function without(files: LabFiles, file: string): LabFiles {
  return Object.fromEntries(Object.entries(files).filter(([path]) => path !== file));
}

function renamed(files: LabFiles, from: string, to: string): LabFiles {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path === from ? to : path, text]));
}
