import { lazy, type ReactNode } from 'react';
import { CodeTools } from '#web/lib/code-bench.ts';

// What labs have, for exams: no feature imports another.
const TOOLS = {
  Bench: lazy(() =>
    import('#web/features/labs/bench/code-bench.tsx').then((it) => ({ default: it.CodeBench })),
  ),
  CheckList: lazy(() =>
    import('#web/features/labs/bench/check-list.tsx').then((it) => ({ default: it.CheckList })),
  ),
};

/** A page on which code is written or read outside of a lab. */
export function WithCodeTools({ children }: { children: ReactNode }) {
  return <CodeTools value={TOOLS}>{children}</CodeTools>;
}
