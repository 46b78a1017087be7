import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PracticeRound as Round } from '#contract/exams/exams';
import { isGiven } from '#domain/exams/attempts/is-given';
import type { Answer } from '#domain/exams/kinds/kind';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { drawAndFocus } from '#web/ui/draw-and-focus.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { QuestionCard } from '../attempt/question-card.tsx';
import { Explained } from './explained.tsx';
import classes from './topic-results.module.css';

type Review = Round['review'][number];

/** One question after the other on what was missed, each with what is right at once; nothing of it is kept. */
export function PracticeRound({ attemptId: id, onClose }: { attemptId: string; onClose: () => void }) {
  const api = useApi();
  const [seed, setSeed] = useState(() => crypto.randomUUID());
  const [at, setAt] = useState(0);
  const [answer, setAnswer] = useState<Answer | undefined>(undefined);
  const [reviews, setReviews] = useState<readonly Review[]>([]);
  const [busy, setBusy] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const explained = useRef<HTMLDivElement>(null);
  const { data: round, error } = useQuery({
    queryKey: ['exams', 'practice', id, seed],
    queryFn: ({ signal }) => api.exams.practice({ id, seed }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const question = round?.questions[at];
  const checked = reviews[at];
  const show = (next: number) => {
    drawAndFocus(
      () => {
        setAt(next);
        setAnswer(undefined);
      },
      () => stage.current,
    );
    stage.current?.scrollIntoView({ block: 'start' });
  };
  const check = async () => {
    if (!question || answer === undefined) return;
    setBusy(true);
    try {
      const answers = { [question.id]: mutable(answer) };
      const { review } = await api.exams.practice({ id, seed, answers });
      // The button goes on from here: who presses it again at once has not read the explanation yet.
      if (review.length > 0)
        drawAndFocus(
          () => setReviews((before) => [...before, ...review]),
          () => (document.activeElement === button.current ? explained.current : null),
        );
      else {
        // The bank was changed meanwhile, and the round does not ask this any more.
        toast({ title: m.exams_practice_changed(), description: m.exams_practice_changed_text() });
        again();
      }
    } catch (failure) {
      toastFailure(failure, { title: m.exams_practice_check_failed() });
    } finally {
      setBusy(false);
    }
  };
  const again = () => {
    setSeed(crypto.randomUUID());
    setReviews([]);
    show(0);
  };
  const isLast = at + 1 >= (round?.questions.length ?? 0);
  const onwards = isLast ? m.exams_practice_finish() : m.exams_practice_next();
  const isDone = round !== undefined && !question;
  return (
    <Dialog open onClose={onClose} title={m.exams_practice_title()} size="lg">
      <div className={classes.round} ref={stage} tabIndex={-1}>
        {error && !round && <ErrorState error={error} title={m.exams_practice_failed()} heading="h2" />}
        {!round && !error && <LoadingState inline />}
        {round && question && (
          <>
            <p className={classes.hint}>
              {m.exams_practice_place({ place: at + 1, total: round.questions.length })} ·{' '}
              {round.topics.join(', ')}
            </p>
            <QuestionCard
              key={question.id}
              question={question}
              number={at + 1}
              value={answer}
              disabled={checked !== undefined}
              onAnswer={setAnswer}
            >
              <div role="status" ref={explained} tabIndex={-1}>
                {checked && <Explained question={question} graded={checked} />}
              </div>
            </QuestionCard>
          </>
        )}
        {isDone && <Done reviews={reviews} />}
      </div>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_close()}
        </Button>
        {isDone && <Button onClick={again}>{m.exams_practice_again()}</Button>}
        {question && (
          <Button
            ref={button}
            // The second click of a double one is meant for what the first one found.
            onClick={({ detail }) => (checked ? detail < 2 && show(at + 1) : check())}
            busy={busy}
            disabled={!checked && !isGiven(answer)}
          >
            {checked ? onwards : busy ? m.exams_practice_checking() : m.exams_practice_check()}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Done({ reviews }: { reviews: readonly Review[] }) {
  const right = reviews.filter(({ maxPoints, points }) => points >= maxPoints).length;
  return (
    <>
      <h3>{m.exams_practice_done({ right, total: reviews.length })}</h3>
      <p className={classes.hint}>{m.exams_practice_done_text()}</p>
    </>
  );
}

function mutable(answer: Answer): string | string[] | Record<string, string> {
  return answer as string | string[] | Record<string, string>;
}
