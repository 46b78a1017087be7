import { Suspense, use } from 'react';
import type { MarkedAnswer, Unjudged } from '#contract/exams/marking';
import { CodeTools } from '#web/lib/code-bench.ts';
import { m } from '#web/lib/messages.ts';
import { CodeFiles } from '#web/ui/code/code-files.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import classes from './marking.module.css';

type Program = NonNullable<MarkedAnswer['program']>;

const UNJUDGED: Readonly<Record<Unjudged, () => string>> = {
  off: m.marking_unjudged_off,
  late: m.marking_unjudged_late,
  failed: m.marking_unjudged_failed,
};

/** Code that was handed in, and what its checks found. */
export function GivenCode({ program }: { program: Program }) {
  const { counts, files, reason, state, verdict } = program;
  const tools = use(CodeTools);
  return (
    <>
      <CodeFiles files={files} />
      {(state === 'queued' || state === 'running') && (
        <p className={classes.quiet} role="status">
          {m.marking_checks_running()}
        </p>
      )}
      {state === 'failed' && (
        <Notice>
          <strong>{m.marking_unjudged()}</strong> {UNJUDGED[reason ?? 'failed']()}
        </Notice>
      )}
      {verdict && (
        <>
          <p className={classes.checked}>
            <strong>{m.marking_checked({ points: verdict.points, most: verdict.most })}</strong>{' '}
            <span className={classes.quiet}>
              {counts ? m.marking_checks_count() : m.marking_checks_overruled()}
            </span>
          </p>
          {tools && (
            <Suspense>
              <tools.CheckList results={verdict.results} label={m.marking_checks()} />
            </Suspense>
          )}
        </>
      )}
    </>
  );
}
