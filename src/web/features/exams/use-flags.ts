import { useState } from 'react';
import { drop, keep, readKept } from '#web/lib/kept.ts';

/** Questions that a learner wants to come back to: kept in this browser as long as the attempt is open, and seen by nobody else. */
export function useFlags(attemptId: string) {
  const name = `lectern.exam-flags.${attemptId}`;
  const [flags, setFlags] = useState<ReadonlySet<string>>(() => {
    const kept = readKept(name);
    return new Set(Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []);
  });
  const toggle = (question: string) => {
    const next = new Set(flags);
    if (!next.delete(question)) next.add(question);
    if (next.size === 0) drop(name);
    else keep(name, JSON.stringify([...next]));
    setFlags(next);
  };
  return { flags, toggle };
}
