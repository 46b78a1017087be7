import { useCallback, useEffect, useRef, useState } from 'react';
import type { Example, ExampleOutput } from '#domain/labs/run-example';
import type { Loading } from '../runner/load-bundle.ts';
import { examples } from './example-runner.ts';

export type ExamplePhase =
  | { readonly kind: 'idle' | 'stopped' | 'unloaded' }
  /** `printed` until now. */
  | { readonly kind: 'running'; readonly printed: string }
  | { readonly kind: 'done'; readonly output: ExampleOutput };

interface Running {
  readonly phase: ExamplePhase;
  readonly loading: Loading | null;
  readonly run: (example: Example) => Promise<void>;
  readonly stop: () => void;
  /** As before the first run. */
  readonly forget: () => void;
}

/** Runs an example, and knows what has come of it. */
export function useRunning(): Running {
  const [phase, setPhase] = useState<ExamplePhase>({ kind: 'idle' });
  const [loading, setLoading] = useState<Loading | null>(null);
  const current = useRef<AbortController>(undefined);
  useEffect(() => {
    const leave = examples.join();
    return () => {
      current.current?.abort();
      leave();
    };
  }, []);
  const stop = useCallback(() => current.current?.abort(), []);
  const run = useCallback(async (example: Example) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setPhase({ kind: 'running', printed: '' });
    setLoading(null);
    const { signal } = controller;
    const isCurrent = () => current.current === controller;
    const onPrinted = (text: string) =>
      isCurrent() &&
      setPhase((before) =>
        before.kind === 'running' ? { ...before, printed: before.printed + text } : before,
      );
    const onLoading = (next: Loading | null) => isCurrent() && setLoading(next);
    try {
      const output = await examples.run(example, { onLoading, onPrinted, signal });
      if (isCurrent()) setPhase(output ? { kind: 'done', output } : { kind: 'stopped' });
    } catch {
      if (isCurrent()) setPhase({ kind: 'unloaded' });
    }
  }, []);
  const forget = useCallback(() => {
    current.current?.abort();
    current.current = undefined;
    setPhase({ kind: 'idle' });
  }, []);
  return { phase, loading, run, stop, forget };
}
