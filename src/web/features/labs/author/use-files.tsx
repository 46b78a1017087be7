import { type ReactNode, useState } from 'react';
import type { LabFiles } from '#domain/labs/lab-spec';
import { m } from '#web/lib/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { FileDialog } from '../files/file-dialog.tsx';
import { type LabPart, locate, pathsOf, YAML } from './parts.ts';
import type { LabEditing } from './use-lab-source.ts';
import { readTabs, writeTabs } from './yaml-lists.ts';

export interface Files {
  readonly add: (part: LabPart) => void;
  /** Of the file that is open. */
  readonly rename: () => void;
  readonly remove: () => void;
  /** Moves its tab, by so many places. */
  readonly move: (by: number) => void;
  readonly dialog: ReactNode;
}

interface Options {
  readonly editing: Pick<LabEditing, 'latest' | 'replaceAll' | 'source'>;
  readonly file: string;
  readonly onFile: (file: string) => void;
}

/** Adds, renames, moves, and deletes the files of a lab. */
export function useFiles({ editing: { latest, replaceAll, source }, file, onFile }: Options): Files {
  const [asked, setAsked] = useState<{ part: LabPart; path: string | null } | null>(null);
  const located = locate(file);
  const close = () => setAsked(null);
  const done = (path: string) => {
    if (!asked) return;
    const next = `${asked.part}/${path}`;
    if (asked.path === null) replaceAll({ ...source, [next]: '' });
    else replaceAll(renamed(source, `${asked.part}/${asked.path}`, next));
    onFile(next);
    close();
  };
  return {
    add: (part) => setAsked({ part, path: null }),
    rename: () => setAsked(located),
    remove: () => {
      if (!located) return;
      const { [file]: text = '', ...rest } = source;
      replaceAll(withTabs(rest, (tabs) => tabs.filter((tab) => file !== `files/${tab}`)));
      onFile(YAML);
      toast({
        title: m.lab_author_deleted({ file }),
        action: {
          label: m.labs_undo(),
          run: () => {
            replaceAll({ ...latest(), [file]: text });
            onFile(file);
          },
        },
      });
    },
    move: (by) => {
      const tabs = pathsOf(source, 'files');
      const at = tabs.indexOf(located?.path ?? '');
      const [moved] = tabs.splice(at, 1);
      if (moved === undefined) return;
      tabs.splice(at + by, 0, moved);
      replaceAll({ ...source, [YAML]: writeTabs(source[YAML] ?? '', tabs) });
    },
    dialog: asked && (
      <FileDialog
        path={asked.path}
        faultOf={(name) => {
          const isTaken = name !== asked.path && `${asked.part}/${name}` in source;
          return isTaken ? m.lab_author_name_taken() : undefined;
        }}
        onClose={close}
        onDone={done}
        key={`${asked.part}/${asked.path}`}
      />
    ),
  };
}

function renamed(source: LabFiles, from: string, to: string): LabFiles {
  const moved = Object.entries(source).map(([path, text]) => [path === from ? to : path, text] as const);
  const rename = (tab: string) => (from === `files/${tab}` ? to.slice('files/'.length) : tab);
  return withTabs(Object.fromEntries(moved), (tabs) => tabs.map(rename));
}

/** Keeps `tabs` in step with the files, where the author has given an order. */
function withTabs(source: LabFiles, change: (tabs: string[]) => string[]): LabFiles {
  const yaml = source[YAML] ?? '';
  const before = readTabs(yaml);
  const after = change(before);
  if (before.length === 0 || before.join('\n') === after.join('\n')) return source;
  return { ...source, [YAML]: writeTabs(yaml, after) };
}
