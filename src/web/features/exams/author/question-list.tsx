import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useEffect, useRef, useState } from 'react';
import { summaryOf } from '#domain/exams/results/summary-of';
import { m } from '#web/lib/messages.ts';
import { putBack } from '#web/lib/saving/put-back.ts';
import { toast } from '#web/lib/toast.ts';
import { drawAndFocus } from '#web/ui/draw-and-focus.ts';
import { dragWords } from '#web/ui/prose/drag-words.ts';
import { AddQuestion } from './add-question.tsx';
import classes from './author.module.css';
import { type Fault, within } from './faults.ts';
import { LONG_TEXT } from './focus-fault.ts';
import { type FormQuestion, newQuestionId } from './form-question.ts';
import { QuestionRow } from './question-row.tsx';

interface QuestionListProps {
  questions: FormQuestion[];
  /** Changes the questions as they stand then. */
  onChange: (change: (now: FormQuestion[]) => FormQuestion[]) => void;
  /** Of the list at '', of its questions by their number. */
  fault: Fault;
  isFaulty: (at: number) => boolean;
  /** Asks before this question is deleted; false: it stays. */
  mayDelete: (question: string) => Promise<boolean>;
  /** The question that shall be open, when somebody asks for one. */
  wanted: string | null;
}

/** The questions of an exam: add, edit, move by mouse or keyboard, double, delete and take back. */
export function QuestionList(props: QuestionListProps) {
  const { fault, isFaulty, mayDelete, onChange, questions, wanted } = props;
  const [opened, setOpened] = useState<string | null>(null);
  const [liveMessage, setLiveMessage] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const latest = useRef(questions);
  latest.current = questions;
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  useEffect(() => {
    if (wanted) setOpened(wanted);
  }, [wanted]);
  const rowOf = (id: string) => list.current?.querySelector(`[data-question="${id}"]`);
  const moveTo = (from: number, to: number) => {
    const moved = questions[from];
    if (!moved || to < 0 || to >= questions.length || from === to) return;
    const [first, second] = to < from ? ['up', 'down'] : ['down', 'up'];
    drawAndFocus(
      () => {
        onChange((now) => now.toSpliced(from, 1).toSpliced(to, 0, moved));
        setLiveMessage(m.author_question_moved({ place: to + 1 }));
      },
      () => {
        const button = (name: string) => rowOf(moved.id)?.querySelector<HTMLButtonElement>(`[data-${name}]`);
        const preferred = button(first ?? 'up');
        return preferred?.disabled ? button(second ?? 'down') : preferred;
      },
    );
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const at = (id: unknown) => questions.findIndex((question) => question.id === id);
    if (over) moveTo(at(active.id), at(over.id));
  };
  const openAfter = (change: () => void, id: string) =>
    drawAndFocus(
      () => {
        change();
        setOpened(id);
      },
      () => rowOf(id)?.querySelector<HTMLElement>(LONG_TEXT),
    );
  const insert = (at: number, question: FormQuestion) =>
    openAfter(() => onChange((now) => now.toSpliced(at, 0, question)), question.id);
  const remove = async ({ id: pendingDelete }: FormQuestion) => {
    if (!(await mayDelete(pendingDelete))) return;
    // As they stand now: it may have been changed, moved or deleted while it was asked about.
    const before = latest.current;
    const at = before.findIndex(({ id }) => id === pendingDelete);
    const question = before[at];
    if (!question) return;
    const next = before[at + 1] ?? before[at - 1];
    // The server may have been asked, and somebody who went on meanwhile stays where they are.
    const held = document.activeElement;
    const goesToo = held === document.body || rowOf(pendingDelete)?.contains(held);
    drawAndFocus(
      () => {
        onChange((now) => now.filter(({ id }) => id !== pendingDelete));
        setLiveMessage(m.author_question_deleted());
      },
      () => {
        if (!goesToo) return null;
        return next ? rowOf(next.id)?.querySelector<HTMLElement>('[aria-expanded]') : adder.current;
      },
    );
    const undo = () =>
      openAfter(() => onChange((now) => putBack(now, before, question, ({ id }) => id)), question.id);
    toast({ title: m.author_question_deleted(), action: { label: m.author_undo(), run: undo } });
  };
  return (
    <>
      <p className="sr-only" role="status">
        {liveMessage}
      </p>
      {questions.length === 0 && <p className={classes.none}>{m.author_questions_none()}</p>}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={dragWords(
          questions.map(({ id, prompt }) => ({
            id,
            title: summaryOf(prompt, 120) || m.author_question_empty(),
          })),
        )}
      >
        <SortableContext items={questions.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ol className={classes.questions} ref={list}>
            {questions.map((question, at) => (
              <QuestionRow
                key={question.id}
                question={question}
                at={at}
                count={questions.length}
                isOpen={opened === question.id}
                isFaulty={isFaulty(at)}
                fault={within(fault, String(at))}
                onChange={(next) =>
                  onChange((now) => now.map((old) => (old.id === question.id ? next : old)))
                }
                onToggle={() => setOpened(opened === question.id ? null : question.id)}
                onMove={(to) => moveTo(at, to)}
                onDuplicate={() => insert(at + 1, { ...question, id: newQuestionId() })}
                onRemove={() => void remove(question)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {fault('') && (
        <p className={classes.fault} role="alert">
          {fault('')}
        </p>
      )}
      <AddQuestion ref={adder} onAdd={(question) => insert(questions.length, question)} />
    </>
  );
}
