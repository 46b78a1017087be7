import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ExamForm } from '#contract/exams/exam-form';
import type { ExamAttempt } from '#contract/exams/exams';
import type { Answer } from '#domain/exams/kinds/kind';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { QuestionCard } from '../attempt/question-card.tsx';
import { ExamResult } from '../results/exam-result.tsx';
import classes from './author.module.css';

interface TryExamProps {
  exam: ExamForm;
  onClose: () => void;
}

/** A draft as a learner would meet it: rendered and graded by the server, which stores nothing. */
export function TryExam({ exam, onClose }: TryExamProps) {
  const api = useApi();
  const [seed, setSeed] = useState(() => crypto.randomUUID());
  const [answers, setAnswers] = useState<Record<string, Answer>>({});
  const [graded, setGraded] = useState<ExamAttempt | null>(null);
  const [busy, setBusy] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const { data: paper, error } = useQuery({
    queryKey: ['admin', 'try-exam', seed],
    queryFn: ({ signal }) => api.exams.try({ seed, exam }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const submit = async () => {
    setBusy(true);
    try {
      setGraded(await api.exams.try({ seed, exam, answers: mutable(answers) }));
      top.current?.scrollIntoView({ block: 'start' });
    } catch (failure) {
      toastFailure(failure, { title: m.author_try_failed() });
    } finally {
      setBusy(false);
    }
  };
  const again = () => {
    setGraded(null);
    setAnswers({});
    setSeed(crypto.randomUUID());
    top.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <Dialog open onClose={onClose} title={m.author_try()} size="lg">
      <div className={classes.trial} ref={top}>
        <p className={classes.hint}>{m.author_try_text()}</p>
        {error && !paper && <ErrorState error={error} title={m.author_try_failed()} heading="h2" />}
        {!paper && !error && <LoadingState inline />}
        {graded?.result && <ExamResult attempt={graded} result={graded.result} />}
        {!graded &&
          paper?.questions.map((question, at) => (
            <QuestionCard
              key={question.id}
              question={question}
              number={at + 1}
              value={answers[question.id]}
              onAnswer={(answer) => setAnswers((before) => ({ ...before, [question.id]: answer }))}
            />
          ))}
      </div>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_close()}
        </Button>
        {graded ? (
          <Button onClick={again}>{m.author_try_again()}</Button>
        ) : (
          <Button onClick={submit} busy={busy} disabled={!paper}>
            {busy ? m.exams_submitting() : m.author_try_submit()}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function mutable(
  answers: Record<string, Answer>,
): Record<string, string | string[] | Record<string, string>> {
  return answers as Record<string, string | string[] | Record<string, string>>;
}
