import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Lab, LabWork } from '#contract/courses/labs';
import type { LabFiles } from '#domain/labs/lab-spec';
import { ApiError, failureCode } from '#web/lib/api/api-error.ts';
import { holdPage } from '#web/lib/saving/held-page.ts';
import { drop } from '#web/lib/saving/kept.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { isSameFiles, keepWork, placeOf, readWork } from './kept-work.ts';

export type SaveState = 'saved' | 'saving' | 'unsaved' | 'refused';

/** What is typed is sent after a pause of this length, in ms. */
const PAUSE_MS = 2000;
const RETRY_MS = 5000;

export interface Work {
  readonly files: LabFiles;
  /** Counts up when other files took the place of those that were shown. */
  readonly revision: number;
  readonly state: SaveState;
  /** What another page saved meanwhile; nothing is saved until one of the two is chosen. */
  readonly conflict: LabWork | null;
  readonly change: (file: string, text: string) => void;
  /** Sends what is not sent; answers the version that the server has then, or null when it does not have all. */
  readonly save: () => Promise<number | null>;
  /** Takes other files instead: `saved` is what the server has of them already. */
  readonly replace: (files: LabFiles, saved?: LabWork) => void;
  readonly keepMine: () => void;
  /** Closes the question; the next save asks it again. */
  readonly postpone: () => void;
  /** What the server answered: where another version is there, it asks which one to keep. Answers whether it did. */
  readonly conflictWith: (error: unknown) => boolean;
}

/**
 * The learner's own files. What is typed stays in this browser until the server has it, over a lost connection and a
 * reload; where another page saved meanwhile, the learner chooses.
 */
export function useWork(sectionId: string, lab: Pick<Lab, 'files' | 'version'>): Work {
  const api = useApi();
  const place = placeOf(useUser()?.id ?? null, sectionId);
  const [first] = useState(() => readWork(place, lab));
  const [files, setFiles] = useState<LabFiles>(first?.files ?? lab.files);
  const [revision, setRevision] = useState(0);
  const [state, setState] = useState<SaveState>(first ? 'unsaved' : 'saved');
  const [conflict, setConflict] = useState<LabWork | null>(null);
  const now = useRef({ files, version: first?.version ?? lab.version, isSaved: !first, isHeld: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const underWay = useRef<Promise<number | null>>(undefined);
  const again = useRef<() => Promise<number | null>>(undefined);

  const conflictWith = useCallback((error: unknown) => {
    const current = currentOf(error);
    if (!current) return false;
    // The same words on both sides are no question.
    if (isSameFiles(current.files, now.current.files)) now.current.version = current.version;
    else {
      now.current.isHeld = true;
      setConflict(current);
    }
    return true;
  }, []);

  const send = useCallback(async (): Promise<number | null> => {
    clearTimeout(timer.current);
    const work = now.current;
    if (work.isSaved) return work.version;
    if (work.isHeld) return null;
    const sent = work.files;
    setState('saving');
    try {
      const { version } = await api.labs.saveWork({ id: sectionId, files: sent, baseVersion: work.version });
      work.version = version;
      work.isSaved = isSameFiles(sent, work.files);
      if (work.isSaved) drop(place);
      else keepWork(place, { files: work.files, version: work.version });
      setState(work.isSaved ? 'saved' : 'unsaved');
      return work.isSaved ? version : send();
    } catch (error) {
      const isConflict = conflictWith(error);
      const isFinal = failureCode(error) !== 'UNREACHABLE' && !isConflict;
      setState(isFinal ? 'refused' : 'unsaved');
      if (!isConflict)
        timer.current = setTimeout(() => void again.current?.(), isFinal ? 6 * RETRY_MS : RETRY_MS);
      return null;
    }
  }, [api, conflictWith, place, sectionId]);

  /** One after the other: each is based on the version that the one before made. */
  const save = useCallback((): Promise<number | null> => {
    underWay.current ??= send().finally(() => {
      underWay.current = undefined;
    });
    return underWay.current;
  }, [send]);
  again.current = save;

  const take = useCallback(
    (next: LabFiles) => {
      now.current.files = next;
      now.current.isSaved = false;
      keepWork(place, { files: next, version: now.current.version });
      setFiles(next);
      setState('unsaved');
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), PAUSE_MS);
    },
    [place, save],
  );

  const actions = useMemo(
    () => ({
      change: (file: string, text: string) => {
        if (now.current.files[file] !== text) take({ ...now.current.files, [file]: text });
      },
      replace: (next: LabFiles, saved?: LabWork) => {
        setConflict(null);
        now.current.isHeld = false;
        if (saved) {
          clearTimeout(timer.current);
          Object.assign(now.current, { files: next, version: saved.version, isSaved: true });
          drop(place);
          setFiles(next);
          setState('saved');
        } else take(next);
        setRevision((count) => count + 1);
      },
      postpone: () => {
        now.current.isHeld = false;
        setConflict(null);
      },
    }),
    [place, take],
  );

  const keepMine = useCallback(() => {
    if (conflict) now.current.version = conflict.version;
    now.current.isHeld = false;
    now.current.isSaved = false;
    setConflict(null);
    void save();
  }, [conflict, save]);

  useEffect(() => {
    const leave = () => void save();
    const onHide = () => document.hidden && leave();
    const release = holdPage(() => !now.current.isSaved);
    if (!now.current.isSaved) leave();
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', leave);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      release();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', leave);
      document.removeEventListener('visibilitychange', onHide);
      clearTimeout(timer.current);
      leave();
    };
  }, [save]);
  return { files, revision, state, conflict, conflictWith, save, keepMine, ...actions };
}

function currentOf(error: unknown): LabWork | null {
  if (failureCode(error) !== 'VERSION_CONFLICT' || !(error instanceof ApiError)) return null;
  return (error.data as { current: LabWork }).current;
}
