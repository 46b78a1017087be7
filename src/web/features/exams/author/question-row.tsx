import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { summaryOf } from '#domain/exams/results/summary-of';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { KIND_SCREENS } from '../kinds/kind-screens.ts';
import classes from './author.module.css';
import type { Fault } from './faults.ts';
import type { FormQuestion } from './form-question.ts';
import { QuestionEditor } from './question-editor.tsx';
import { QuestionTopics } from './question-topics.tsx';

interface QuestionRowProps {
  question: FormQuestion;
  at: number;
  count: number;
  isOpen: boolean;
  isFaulty: boolean;
  fault: Fault;
  onChange: (question: FormQuestion) => void;
  onToggle: () => void;
  onMove: (to: number) => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

/** One question of an exam: a line to drag, move, double and delete, and its editor when it is open. */
export function QuestionRow(props: QuestionRowProps) {
  const { at, count, fault, isFaulty, isOpen, question } = props;
  const { isDragging, listeners, setActivatorNodeRef, setNodeRef, transform, transition } = useSortable({
    id: question.id,
  });
  const title = summaryOf(question.prompt, 120) || m.author_question_empty();
  const number = { number: at + 1 };
  return (
    <li
      ref={setNodeRef}
      className={classes.question}
      data-question={question.id}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <div className={classes.questionHead}>
        <span ref={setActivatorNodeRef} className={classes.handle} {...listeners} aria-hidden="true">
          ⠿
        </span>
        <span className={classes.place}>{at + 1}</span>
        <button
          type="button"
          className={classes.name}
          aria-expanded={isOpen}
          onClick={props.onToggle}
          data-fault={isFaulty || undefined}
        >
          <span>{title}</span>
          <small>
            {KIND_SCREENS[question.kind].words()}
            {isFaulty && ` · ${m.author_question_faulty()}`}
          </small>
        </button>
        <span className={classes.questionActions}>
          <Button
            variant="quiet"
            size="sm"
            data-up
            disabled={at === 0}
            onClick={() => props.onMove(at - 1)}
            aria-label={m.author_question_up(number)}
          >
            ↑
          </Button>
          <Button
            variant="quiet"
            size="sm"
            data-down
            disabled={at === count - 1}
            onClick={() => props.onMove(at + 1)}
            aria-label={m.author_question_down(number)}
          >
            ↓
          </Button>
          <Button
            variant="quiet"
            size="sm"
            onClick={props.onDuplicate}
            aria-label={m.author_question_duplicate(number)}
          >
            {m.author_duplicate()}
          </Button>
          <Button
            variant="danger"
            size="sm"
            onClick={props.onRemove}
            aria-label={m.author_question_delete(number)}
          >
            {m.ui_delete()}
          </Button>
        </span>
      </div>
      {isOpen && (
        <div className={classes.questionBody}>
          <QuestionEditor question={question} onChange={props.onChange} fault={fault} />
          <QuestionTopics question={question} onChange={props.onChange} fault={fault} />
        </div>
      )}
    </li>
  );
}
