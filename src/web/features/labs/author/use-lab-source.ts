import { useCallback, useRef, useState } from 'react';
import type { LabFault, WrittenLab } from '#contract/courses/lab-authoring';
import type { LabFiles } from '#domain/labs/lab-spec';
import { isSame } from '#domain/merge-versions';
import { ApiError, failureCode } from '#web/lib/api/api-error.ts';
import { useDraft } from '#web/lib/saving/use-draft.ts';
import { useVersionedSave } from '#web/lib/saving/use-versioned-save.ts';
import { useApi } from '#web/lib/session/session.ts';
import { LAB_DRAFTS } from './lab-draft.ts';

interface Options {
  readonly onSaved: (saved: WrittenLab, isMerged: boolean) => void;
  /** The server can't read it, or its solution doesn't pass. */
  readonly onFaults: (faults: readonly LabFault[]) => void;
  readonly onFailed: (error: unknown) => void;
}

/**
 * The files of a lab while its author writes them. What is typed stays in this browser until it is published; what
 * somebody else published meanwhile comes together with it, file by file.
 */
export function useLabSource(first: WrittenLab, { onFailed, onFaults, onSaved }: Options) {
  const api = useApi();
  const [source, setSource] = useState<LabFiles>(first.source ?? {});
  const [revision, setRevision] = useState(0);
  const now = useRef(source);
  const put = useCallback((next: LabFiles) => {
    now.current = next;
    setSource(next);
  }, []);
  /** The editor shows what it is told only where other files take the place of those that were typed. */
  const replace = useCallback(
    (next: LabFiles) => {
      put(next);
      setRevision((count) => count + 1);
    },
    [put],
  );
  const [begin] = useState(source);
  const saving = useVersionedSave<WrittenLab, LabFiles>({
    first,
    begin,
    valuesOf: (stored) => stored.source ?? {},
    typed: () => now.current,
    show: (values) => (isSame(values, now.current) ? put(values) : replace(values)),
    send: (values, version) => api.labAuthoring.save({ id: first.id, source: values, version }),
    onSaved: (saved, isMerged) => {
      draft.saved({ version: saved.version, values: saved.source ?? {} });
      onSaved(saved, isMerged);
    },
    onFailed: (error) => {
      const isFaulty = failureCode(error) === 'LAB_FAULTY' && error instanceof ApiError;
      if (isFaulty) onFaults((error.data as { faults: LabFault[] }).faults);
      else onFailed(error);
    },
  });
  const { base, goOnFrom } = saving;
  const isDirty = !isSame(source, base.values);
  const draft = useDraft({ kind: LAB_DRAFTS, id: first.id, base, values: source, isDirty, goOnFrom });
  const change = useCallback(
    (file: string, text: string) => {
      if (now.current[file] !== undefined && now.current[file] !== text)
        put({ ...now.current, [file]: text });
    },
    [put],
  );
  return {
    ...saving,
    draft,
    isDirty,
    source,
    revision,
    change,
    replaceAll: replace,
    /** As it is when this is called, for what is undone later. */
    latest: () => now.current,
    publish: () => saving.save(now.current).catch(() => undefined),
  };
}
export type LabEditing = ReturnType<typeof useLabSource>;
