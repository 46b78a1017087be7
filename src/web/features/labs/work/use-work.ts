import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Lab, LabWork } from '#contract/courses/labs';
import type { LabFiles } from '#domain/labs/lab-spec';
import { failureCode } from '#web/lib/api/api-error.ts';
import { currentOf } from '#web/lib/api/current-of.ts';
import { holdPage } from '#web/lib/saving/held-page.ts';
import { drop } from '#web/lib/saving/kept.ts';
import { retryDelay } from '#web/lib/saving/retry-delay.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { useSessionEnded } from '#web/lib/session/use-session-ended.ts';
import { isSameFiles, keepWork, workName } from './kept-work.ts';
import { sendWork, withSent } from './send-work.ts';
import { useAbandoned } from './use-abandoned.ts';
import { useNewer } from './use-newer.ts';
import type { Now, OtherWork, SaveState, Work } from './work.ts';

/** What is typed is sent after a pause of this length, in ms. */
const PAUSE_MS = 2000;

/**
 * The learner's own files. What is typed stays in this browser until the server has it, over a lost connection and a
 * reload. What another tab or device saved is shown here too; where both have something new, the learner chooses.
 */
export function useWork(sectionId: string, lab: Pick<Lab, 'files' | 'version'>): Work {
  const api = useApi();
  const userId = useUser()?.id ?? null;
  const hasEnded = useSessionEnded();
  // The page may become somebody else's while this learner's work is still unsaved.
  const [owner] = useState(userId);
  const base = workName(owner, sectionId);
  const [own] = useState(() => `${base}.${crypto.randomUUID()}`);
  const [files, setFiles] = useState<LabFiles>(lab.files);
  const [revision, setRevision] = useState(0);
  const [state, setState] = useState<SaveState>('saved');
  const [isKept, setKept] = useState(true);
  const [conflict, setConflict] = useState<OtherWork | null>(null);
  const now = useRef<Now>({ files, version: lab.version, isSaved: true, unanswered: [], isHeld: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasLeft = useRef(false);
  const underWay = useRef<Promise<number | null>>(undefined);
  const again = useRef<() => Promise<number | null>>(undefined);

  const ask = useCallback((other: OtherWork) => {
    now.current.isHeld = true;
    setConflict(other);
  }, []);
  const conflictWith = useCallback(
    (error: unknown) => {
      const current = currentOf<LabWork>(error);
      if (!current) return false;
      // The same words on both sides are no question.
      if (isSameFiles(current.files, now.current.files)) {
        Object.assign(now.current, { version: current.version, isSaved: true, unanswered: [] });
        drop(own);
        setState('saved');
      } else ask(current);
      return true;
    },
    [ask, own],
  );

  const send = useCallback(async (): Promise<number | null> => {
    clearTimeout(timer.current);
    const work = now.current;
    if (work.isSaved) return work.version;
    if (work.isHeld) return null;
    try {
      const version = await sendWork(work, {
        put: (files, baseVersion) =>
          api.labs.saveFiles({ id: sectionId, files, baseVersion }, { context: { owner } }),
        onUnsaved: () => {
          setKept(keepWork(own, work));
          setState('saving');
        },
        onSaved: (saved) => {
          if (work.isSaved) {
            drop(own);
            setState('saved');
          }
          report.current?.(saved);
        },
      });
      if (version === null) setState('unsaved');
      return version;
    } catch (error) {
      const isConflict = conflictWith(error);
      const isFinal = failureCode(error) !== 'UNREACHABLE' && !isConflict;
      if (!work.isSaved) setState(isFinal ? 'refused' : 'unsaved');
      const ms = isConflict || hasLeft.current ? null : retryDelay(error);
      if (ms !== null) timer.current = setTimeout(() => void again.current?.(), ms);
      return null;
    }
  }, [api, conflictWith, own, owner, sectionId]);

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
      setKept(keepWork(own, now.current));
      setFiles(next);
      setState('unsaved');
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), PAUSE_MS);
    },
    [own, save],
  );

  const actions = useMemo(
    () => ({
      change: (file: string, text: string) => {
        if (now.current.files[file] !== text) take({ ...now.current.files, [file]: text });
      },
      edit: (make: (files: LabFiles) => LabFiles) => take(make(now.current.files)),
      expect: (next: LabFiles) => {
        now.current.unanswered = withSent(now.current.unanswered, next);
      },
      replace: (next: LabFiles, saved?: LabWork) => {
        setConflict(null);
        now.current.isHeld = false;
        if (saved) {
          clearTimeout(timer.current);
          Object.assign(now.current, {
            files: next,
            version: saved.version,
            isSaved: true,
            unanswered: [],
          });
          drop(own);
          setFiles(next);
          setState('saved');
          report.current?.({ files: next, version: saved.version });
        } else take(next);
        setRevision((count) => count + 1);
      },
      postpone: () => {
        now.current.isHeld = false;
        setConflict(null);
      },
    }),
    [own, take],
  );

  const keepMine = useCallback(() => {
    now.current.isHeld = false;
    setConflict(null);
    if (conflict?.keptAs) return drop(conflict.keptAs);
    if (conflict) now.current.version = conflict.version;
    now.current.isSaved = false;
    void save();
  }, [conflict, save]);
  const { replace } = actions;
  const takeOther = useCallback(() => {
    if (!conflict) return;
    const { files: theirs, keptAs } = conflict;
    if (keptAs) drop(keptAs);
    replace(theirs, keptAs ? undefined : conflict);
  }, [conflict, replace]);
  const report = useRef<(saved: LabWork) => void>(undefined);
  report.current = useNewer({ base, sectionId, now, ask, replace });
  useAbandoned({ base, own, lab, now, isAsking: conflict !== null, ask, replace });

  useEffect(() => {
    const leave = () => void save();
    const onHide = () => document.hidden && leave();
    const release = holdPage(() => !now.current.isSaved);
    hasLeft.current = false;
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', leave);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      release();
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', leave);
      document.removeEventListener('visibilitychange', onHide);
      clearTimeout(timer.current);
      hasLeft.current = true;
      leave();
    };
  }, [save]);
  useEffect(() => {
    if (!hasEnded && !now.current.isSaved) void save();
  }, [hasEnded, save]);
  return { files, revision, state, isKept, conflict, conflictWith, save, keepMine, takeOther, ...actions };
}
