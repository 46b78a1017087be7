import { useEffect, useMemo, useState } from 'react';
import type { LabFiles } from '#domain/labs/lab-spec';
import type { VisibleSpec } from '#domain/labs/visible-checks';
import type { Outcome, Phase } from '../results/use-judging.ts';
import { LabRunner } from '../runner/lab-runner.ts';
import type { Loading } from '../runner/load-bundle.ts';

/** Runs the visible checks in this page, as often as one likes. Nothing is sent. */
export function useTrial(spec: VisibleSpec) {
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' });
  const [loading, setLoading] = useState<Loading | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [printed, setPrinted] = useState('');
  // The same checks in another object are no other lab.
  const written = JSON.stringify(spec);
  const runner = useMemo(() => new LabRunner(JSON.parse(written) as VisibleSpec, setLoading), [written]);
  useEffect(() => () => runner.close(), [runner]);
  const run = async (files: LabFiles, file: string) => {
    setPhase({ kind: 'running' });
    setPrinted('');
    try {
      const ran = await runner.run(files, file, (text) => setPrinted((before) => before + text));
      if (ran) setOutcome({ by: 'run', ...ran });
      setPhase({ kind: ran ? 'idle' : 'stopped' });
    } catch {
      setPhase({ kind: 'unloaded' });
    }
  };
  return { loading, outcome, phase, printed, run, runner, stop: () => runner.stop() };
}
