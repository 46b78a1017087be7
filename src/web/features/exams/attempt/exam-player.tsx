import { useCallback, useEffect, useRef, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { drawAndFocus } from '#web/ui/draw-and-focus.ts';
import classes from '../exams.module.css';
import type { ReadAttempt } from '../queries.ts';
import { ExamNavigator } from './exam-navigator.tsx';
import own from './exam-player.module.css';
import { NewerAnswer } from './newer-answer.tsx';
import { QuestionCard } from './question-card.tsx';
import { QuestionFlag } from './question-flag.tsx';
import { RefusedAnswer } from './refused-answer.tsx';
import { SaveWords } from './save-words.tsx';
import { SubmitDialog } from './submit-dialog.tsx';
import { TimeLeft } from './time-left.tsx';
import { useAttempt } from './use-attempt.ts';
import { useCalmPage } from './use-calm-page.ts';
import { useFlags } from './use-flags.ts';

interface ExamPlayerProps {
  attempt: ReadAttempt;
  title: string;
  onLeave: () => void;
}

/** An open attempt, alone on the page: every question, what is saved, the time left, and submitting. */
export function ExamPlayer({ attempt, onLeave, title }: ExamPlayerProps) {
  const { askedAt, deadlineAt, forward, id, now, questions } = attempt;
  const isLast = forward === null || forward.place === forward.total;
  const page = useAttempt(attempt);
  const { flags, toggle } = useFlags(id);
  const [asking, setAsking] = useState(false);
  // An administrator may grant more time, which makes it another deadline.
  const [over, setOver] = useState<string | null>(null);
  const isOver = over !== null && over === deadlineAt;
  const paper = useRef<HTMLDivElement>(null);
  useCalmPage();
  // The button that led here is gone: the questions are read from their beginning.
  useEffect(() => paper.current?.focus({ preventScroll: true }), []);
  const { lookForNewer, onOver } = page;
  const onDoubt = useCallback(() => void lookForNewer(), [lookForNewer]);
  const onTimeOver = useCallback(() => {
    setOver(deadlineAt);
    onOver();
  }, [deadlineAt, onOver]);
  const goTo = (question: string) => {
    const heading = () =>
      paper.current?.querySelector<HTMLElement>(`[data-question="${CSS.escape(question)}"] h2`);
    // The dialog closes first, as it gives the focus back.
    drawAndFocus(() => setAsking(false), heading);
    heading()?.scrollIntoView({ block: 'start' });
  };
  return (
    <div className={own.exam}>
      <div className={own.bar}>
        <h1>{title}</h1>
        <SaveWords
          state={page.state}
          isKept={page.isKept}
          newer={Object.keys(page.newer).length}
          late={deadlineAt === null ? undefined : isOver ? 'is-over' : 'may-come'}
        />
        {forward && <span className={classes.count}>{m.exams_forward_place(forward)}</span>}
        {deadlineAt && (
          <TimeLeft
            askedAt={askedAt}
            deadlineAt={deadlineAt}
            now={now}
            onDoubt={onDoubt}
            onOver={onTimeOver}
          />
        )}
        <Button variant="secondary" size="sm" onClick={onLeave}>
          {m.exams_leave()}
        </Button>
      </div>
      <div className={own.body} data-forward={forward ? true : undefined}>
        {!forward && <ExamNavigator flags={flags} questions={questions} answers={page.answers} onGo={goTo} />}
        <div ref={paper} tabIndex={-1} className={own.paper}>
          <div className={own.sheet}>
            {questions.map((question, at) => (
              <QuestionCard
                key={question.id}
                question={question}
                number={forward?.place ?? at + 1}
                attemptId={id}
                value={page.answers[question.id]}
                // What was typed in time stays as it was until it can be sent.
                disabled={isOver}
                aside={
                  !forward && (
                    <QuestionFlag
                      number={at + 1}
                      isFlagged={flags.has(question.id)}
                      onToggle={() => toggle(question.id)}
                    />
                  )
                }
                onAnswer={(answer) => page.give(question.id, answer)}
                onUpload={page.noteUpload}
              >
                {page.refusals.has(question.id) && (
                  <RefusedAnswer kind={question.kind} answer={page.answers[question.id]} />
                )}
                {question.id in page.newer && (
                  <NewerAnswer
                    question={question}
                    answer={page.newer[question.id]}
                    onTake={() => {
                      page.takeNewer(question.id);
                      goTo(question.id);
                    }}
                    onKeep={() => {
                      page.keepShown(question.id);
                      goTo(question.id);
                    }}
                  />
                )}
              </QuestionCard>
            ))}
            <div className={classes.end}>
              {isLast ? (
                <Button
                  size="lg"
                  onClick={() => {
                    setAsking(true);
                    void lookForNewer();
                  }}
                >
                  {m.exams_submit()}
                </Button>
              ) : (
                <>
                  <Button size="lg" onClick={page.goOn} busy={page.busy}>
                    {m.exams_next()}
                  </Button>
                  <p className={classes.hint}>{m.exams_forward_hint()}</p>
                </>
              )}
            </div>
          </div>
        </div>
      </div>
      <SubmitDialog
        open={asking}
        isForward={forward !== null}
        flags={flags}
        questions={questions}
        answers={page.answers}
        busy={page.busy}
        newer={page.newer}
        onClose={() => setAsking(false)}
        onGo={goTo}
        onSubmit={async () => {
          // What was changed elsewhere is shown where submitting is asked for.
          if (!(await page.submit())) setAsking(false);
        }}
      />
    </div>
  );
}
