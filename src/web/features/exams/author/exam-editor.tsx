import { useEffect, useRef, useState } from 'react';
import { type ExamForm, examForm } from '#contract/exams/exam-form';
import { questionForm } from '#contract/questions/question-form';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './author.module.css';
import { DrawList } from './draw-list.tsx';
import { type Fault, faultsOf, within } from './faults.ts';
import { focusFault } from './focus-fault.ts';
import { type LessonChoice, LessonChoices } from './lesson-choices.ts';
import { QuestionList } from './question-list.tsx';
import { SettingsEditor } from './settings-editor.tsx';
import { TryExam } from './try-exam.tsx';

const EMPTY_EXAM: ExamForm = { passMark: 50, settings: DEFAULT_SETTINGS, questions: [], draws: [] };

interface ExamEditorProps {
  value: ExamForm | null;
  lessons: readonly LessonChoice[];
  /** Changes the exam as it stands then. */
  onChange: (change: (now: ExamForm | null) => ExamForm) => void;
  /** Asks before this question is deleted; false: it stays. */
  mayDelete: (question: string) => Promise<boolean>;
  /** Counts how often somebody wanted to save what is faulty: the first fault is shown then. */
  refused: number;
  /** What the server said of a place of the exam. */
  told: Fault;
}

/** An exam in the course form: how it is held, its questions, and what a learner will meet. */
export function ExamEditor({ lessons, mayDelete, onChange, refused, told, value }: ExamEditorProps) {
  const exam = value ?? EMPTY_EXAM;
  const change = (next: (now: ExamForm) => ExamForm) => onChange((now) => next(now ?? EMPTY_EXAM));
  const [looks, setLooks] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const [trying, setTrying] = useState(false);
  const host = useRef<HTMLElement>(null);
  const own = faultsOf(examForm, exam, looks);
  const fault: Fault = (path) => own(path) ?? told(path);
  const drawn = exam.draws.reduce((sum, { count }) => sum + (count || 0), 0);
  const isFaulty = (at: number) => looks && !questionForm.safeParse(exam.questions[at]).success;
  const show = useRef<() => void>(() => undefined);
  show.current = () => {
    setLooks(true);
    const first = exam.questions.find((question) => !questionForm.safeParse(question).success);
    setWanted(first?.id ?? null);
    setTimeout(() => focusFault(host.current));
  };
  useEffect(() => {
    if (refused > 0) show.current();
  }, [refused]);
  const tryIt = () => {
    if (examForm.safeParse(exam).success) setTrying(true);
    else show.current();
  };
  return (
    <section className={classes.editor} aria-label={m.author_title()} ref={host}>
      <h2>{m.author_settings()}</h2>
      <SettingsEditor exam={exam} onChange={(next) => change(() => next)} fault={fault} />
      <div className={classes.head}>
        <h2>{m.author_questions()}</h2>
        <span className={classes.hint}>
          {m.author_questions_sum({
            count: exam.questions.length,
            points: exam.questions.reduce((sum, { points }) => sum + (points || 0), 0),
          })}
          {drawn > 0 && ` · ${m.author_questions_drawn({ count: drawn })}`}
        </span>
      </div>
      <LessonChoices value={lessons}>
        <QuestionList
          questions={exam.questions}
          onChange={(by) => change((now) => ({ ...now, questions: by(now.questions) }))}
          fault={within(fault, 'questions')}
          isFaulty={isFaulty}
          mayDelete={mayDelete}
          wanted={wanted}
        />
        <DrawList
          draws={exam.draws}
          onChange={(draws) => change((now) => ({ ...now, draws }))}
          fault={within(fault, 'draws')}
        />
      </LessonChoices>
      <div className={classes.try}>
        <Button
          variant="secondary"
          disabled={exam.questions.length + exam.draws.length === 0}
          onClick={tryIt}
        >
          {m.author_try()}
        </Button>
        <span className={classes.hint}>{m.author_try_help()}</span>
      </div>
      {trying && <TryExam exam={exam} onClose={() => setTrying(false)} />}
    </section>
  );
}
