import { useState } from 'react';
import { drop, keep, nameFor, readKept } from '#web/lib/saving/kept.ts';
import { useUser } from '#web/lib/session/session.ts';

/** Questions that a learner wants to come back to: kept in this browser as long as the attempt is open, and seen by nobody else. */
export function useFlags(attemptId: string) {
  const user = useUser();
  // The session may end while the exam is open.
  const [name] = useState(() => nameFor('exam-flags', user?.id ?? null, attemptId));
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
