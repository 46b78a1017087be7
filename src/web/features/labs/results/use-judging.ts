import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Lab } from '#contract/courses/labs';
import type { LabFiles } from '#domain/labs/lab-spec';
import type { Verdict } from '#domain/labs/verdict';
import { failureCode } from '#web/lib/api/api-error.ts';
import { retryMinutes } from '#web/lib/api/retry-minutes.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { forgetRuns, labQuery } from '../queries.ts';
import { LabRunner, type ShownPage } from '../runner/lab-runner.ts';
import type { Loading } from '../runner/load-bundle.ts';
import type { Selected } from '../runner/select-rows.ts';
import type { Work } from '../work/work.ts';
import { followRun } from './follow-run.ts';

/** What is under way, or why nothing came of it. */
export type Phase =
  | { readonly kind: 'idle' | 'running' | 'saving' | 'judging' | 'stopped' }
  | { readonly kind: 'queued'; readonly place: number }
  /** The runtime can't be loaded; the work can't be saved or submitted; it could not be judged. */
  | { readonly kind: 'unloaded' | 'unsaved' | 'unsent' | 'unjudged' }
  | { readonly kind: 'limited'; readonly minutes: number };

/** What was found: by the visible checks in this page, or by all of them on the server. */
export interface Outcome {
  readonly by: 'run' | 'check';
  readonly verdict: Verdict;
  /** What the file that was open gives by itself: of a run in SQL. */
  readonly selected?: Selected;
  /** What the page looks like, as it was run last. */
  readonly page?: ShownPage;
}

export interface Judging {
  /** Of what was started last. */
  readonly phase: Phase;
  /** Of the last submission; another run may be under way beside it. */
  readonly submission: Phase;
  /** Of the runtime's download, while there is one. */
  readonly loading: Loading | null;
  readonly outcome: Outcome | null;
  /** What programs have printed in the run that is under way. */
  readonly printed: string;
  readonly passedAt: string | null;
  readonly runner: LabRunner;
  /** `file`: the one that is open. */
  readonly run: (file: string) => Promise<void>;
  readonly check: () => Promise<void>;
  readonly stop: () => void;
}

const IDLE: Phase = { kind: 'idle' };

export function isBusy({ kind }: Phase): boolean {
  return ['running', 'saving', 'queued', 'judging'].includes(kind);
}

/** Runs and checks the work, one after the other. */
export function useJudging(sectionId: string, lab: Lab, work: Work, onPassed: () => void): Judging {
  const api = useApi();
  const queryClient = useQueryClient();
  const [submission, setSubmission] = useState<Phase>(IDLE);
  /** Of the last run since the submission. */
  const [ran, setRan] = useState<Phase | null>(null);
  const running = useRef<Promise<void>>(undefined);
  const submitted = useRef<LabFiles>(undefined);
  /** What was run since the submission. */
  const tried = useRef<LabFiles>(undefined);
  const [loading, setLoading] = useState<Loading | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(() => outcomeOf(lab.run?.verdict));
  const [printed, setPrinted] = useState('');
  const [passedAt, setPassedAt] = useState(lab.passedAt);
  const [runner] = useState(() => new LabRunner(lab.spec, setLoading));
  const latest = useRef({ work, onPassed });
  latest.current = { work, onPassed };
  const watch = useRef<AbortController>(undefined);

  const follow = useCallback(
    async (runId: string) => {
      watch.current?.abort();
      watch.current = new AbortController();
      for await (const step of followRun(api, { runId, sectionId }, watch.current.signal)) {
        if (step.kind !== 'judged') {
          setSubmission(step);
          continue;
        }
        setSubmission(IDLE);
        void forgetRuns(queryClient, sectionId);
        const { passed, results } = step.verdict;
        if (passed) {
          setPassedAt((before) => before ?? new Date().toISOString());
          latest.current.onPassed();
        }
        if (tried.current && submitted.current && tried.current !== submitted.current) {
          // What the newer code does stays on the screen.
          const ok = results.filter((result) => result.ok).length;
          if (!passed) toast({ title: m.labs_by_check({ ok, total: results.length }) });
          return;
        }
        // All checks say more than the visible ones of a run that is still under way.
        await running.current;
        setOutcome((before) => checkedAfter(before, step.verdict));
        setRan(null);
      }
    },
    [api, queryClient, sectionId],
  );

  const runOnce = useCallback(
    async (file: string) => {
      setRan({ kind: 'running' });
      setSubmission((before) => (isBusy(before) ? before : IDLE));
      setPrinted('');
      const onPrinted = (text: string) => setPrinted((before) => before + text);
      const { files } = latest.current.work;
      tried.current = files;
      try {
        const found = await runner.run(files, file, onPrinted);
        if (found) setOutcome({ by: 'run', ...found });
        setRan({ kind: found ? 'idle' : 'stopped' });
      } catch {
        setRan({ kind: 'unloaded' });
      }
    },
    [runner],
  );

  const actions = useMemo(
    () => ({
      run: (file: string) => {
        running.current = runOnce(file);
        return running.current;
      },
      check: async () => {
        setRan(null);
        tried.current = undefined;
        submitted.current = latest.current.work.files;
        setSubmission({ kind: 'saving' });
        const version = await latest.current.work.save();
        if (version === null) return setSubmission({ kind: 'unsaved' });
        try {
          const { place, runId } = await api.labs.submit({ id: sectionId, version });
          setSubmission({ kind: 'queued', place });
          await follow(runId);
        } catch (error) {
          const minutes = retryMinutes(error);
          const isLimited = failureCode(error) === 'RATE_LIMITED' && minutes !== null;
          if (failureCode(error) === 'VERSION_CONFLICT') latest.current.work.conflictWith(error);
          setSubmission(isLimited ? { kind: 'limited', minutes } : { kind: 'unsent' });
        }
      },
      stop: () => runner.stop(),
    }),
    [api, follow, runOnce, runner, sectionId],
  );

  // A submission of an earlier visit.
  const [waiting] = useState(() =>
    lab.run && ['queued', 'running'].includes(lab.run.state) ? lab.run.id : null,
  );
  useEffect(() => {
    if (waiting) {
      setSubmission({ kind: 'judging' });
      void follow(waiting);
    }
    return () => {
      watch.current?.abort();
      runner.close();
    };
  }, [follow, runner, waiting]);
  useEffect(
    () => () => queryClient.removeQueries({ queryKey: labQuery(api, sectionId).queryKey, exact: true }),
    [api, queryClient, sectionId],
  );
  const phase = ran ?? submission;
  return { phase, submission, loading, outcome, printed, passedAt, runner, ...actions };
}

/** What a check found, with the page that is still shown. */
export function checkedAfter(before: Outcome | null, verdict: Verdict): Outcome {
  return { by: 'check', verdict, ...(before?.page && { page: before.page }) };
}

function outcomeOf(verdict: Verdict | null | undefined): Outcome | null {
  return verdict ? { by: 'check', verdict } : null;
}
