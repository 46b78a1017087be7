import { useQueryClient } from '@tanstack/react-query';
import { Suspense, use } from 'react';
import type { PaperQuestion } from '#contract/exams/exams';
import type { Answer } from '#domain/exams/kinds/kind';
import type { LabFiles } from '#domain/labs/lab-spec';
import { CodeTools } from '#web/lib/code-bench.ts';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { CodeFiles } from '#web/ui/code/code-files.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import type { KindProps } from '../kind-props.ts';
import { Otherwise, PlainFiles } from './plain-files.tsx';

/** Files in an editor; the checks that may be seen can be run before the exam is handed in. */
export function CodeAnswer({ disabled, labelledBy, onAnswer, question, value }: KindProps) {
  const tools = use(CodeTools);
  const { labs } = siteInfo(useQueryClient());
  const { code } = question;
  if (!code) return null;
  const files = answeredIn(code.files, value);
  if (disabled || !tools) return <CodeFiles files={files} />;
  return (
    <Otherwise otherwise={<PlainFiles files={files} labelledBy={labelledBy} onChange={onAnswer} />}>
      <Suspense fallback={<LoadingState inline />}>
        <tools.Bench
          spec={code.spec}
          files={files}
          labelledBy={labelledBy}
          words={labs ? BY_HAND() : BY_CHECKS()}
          canRun={labs !== 'off'}
          onChange={onAnswer}
        />
      </Suspense>
    </Otherwise>
  );
}

const BY_CHECKS = () => ({ empty: m.exams_code_empty(), passed: m.exams_code_passed() });
const BY_HAND = () => ({ empty: m.exams_code_empty_by_hand(), passed: m.exams_code_passed_by_hand() });

/** The files of a question as they were answered; of what was not touched, as one starts with it. */
function answeredIn(
  start: NonNullable<PaperQuestion['code']>['files'],
  answer: Answer | undefined,
): LabFiles {
  const given = typeof answer === 'object' && !Array.isArray(answer) ? (answer as LabFiles) : {};
  return Object.fromEntries(
    Object.entries(start).map(([path, text]) => [
      path,
      Object.hasOwn(given, path) ? (given[path] ?? '') : text,
    ]),
  );
}
