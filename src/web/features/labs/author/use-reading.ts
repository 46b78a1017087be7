import { useEffect, useState } from 'react';
import type { LabFault } from '#contract/courses/lab-authoring';
import type { LabFiles } from '#domain/labs/lab-spec';
import type { VisibleSpec } from '#domain/labs/visible-checks';
import { useApi } from '#web/lib/session/session.ts';

/** What is typed is read by the server after a pause of this length, in ms. */
const PAUSE_MS = 700;

/** A draft as a learner would see it. */
export interface DraftLab {
  readonly spec: VisibleSpec;
  readonly files: LabFiles;
  readonly hints: readonly string[];
}

interface Reading {
  readonly source: LabFiles;
  readonly faults: readonly LabFault[];
  readonly lab: DraftLab | null;
}

/** What the server reads in a draft; null until it has read one. */
export function useReading(id: string, source: LabFiles): Reading | null {
  const api = useApi();
  const [reading, setReading] = useState<Reading | null>(null);
  useEffect(() => {
    if (Object.keys(source).length === 0) return;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      api.labAuthoring.read({ id, source }, { signal: asked.signal }).then(
        (read) => setReading({ source, ...read }),
        // What was read before stays; publishing says what is wrong.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [api, id, source]);
  return reading;
}
