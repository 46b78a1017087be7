import { type RefObject, useEffect, useRef, useState } from 'react';
import type { LabWork } from '#contract/courses/labs';
import { drop } from '#web/lib/saving/kept.ts';
import { findAbandoned, holdName, readWork } from './kept-work.ts';
import type { Now, OtherWork, Work } from './work.ts';

interface Options {
  readonly base: string;
  /** Under this name this page keeps what is unsaved. */
  readonly own: string;
  readonly lab: LabWork;
  readonly now: RefObject<Now>;
  readonly isAsking: boolean;
  readonly ask: (other: OtherWork) => void;
  readonly replace: Work['replace'];
}

/**
 * Continues with what a page kept that was closed or reloaded before the server had it. Where there is more than one,
 * the learner chooses, one after the other.
 */
export function useAbandoned({ ask, isAsking, lab, now, own, base, replace }: Options): void {
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const saved = useRef(lab);
  useEffect(() => {
    const release = holdName(own);
    const stop = findAbandoned(base, own, (name) => setWaiting((names) => [...names, name]));
    return () => {
      release();
      stop();
    };
  }, [own, base]);
  useEffect(() => {
    const [name] = waiting;
    if (name === undefined || isAsking || now.current.isHeld) return;
    setWaiting((names) => names.slice(1));
    const kept = readWork(name, now.current) && readWork(name, saved.current);
    if (!kept) return;
    if (!now.current.isSaved) return ask({ ...kept, keptAs: name });
    Object.assign(now.current, { version: kept.version, unanswered: kept.unanswered ?? [] });
    replace(kept.files);
    drop(name);
  }, [ask, isAsking, now, replace, waiting]);
}
