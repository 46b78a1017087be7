import { useRef, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { drawAndFocus } from '#web/ui/draw-and-focus.ts';
import { Prose } from '#web/ui/prose/prose.tsx';
import classes from '../exams.module.css';
import { plainWords } from '../plain-words.ts';
import type { KindProps } from './kind-props.ts';
import { useDragOrder } from './use-drag-order.ts';

/** Things to be put in order, by dragging or by two buttons each. What was not touched is no answer. */
export function OrderAnswer({ disabled, labelledBy, onAnswer, question, value }: KindProps) {
  const given = Array.isArray(value) ? (value as string[]) : [];
  const byId = new Map(question.choices.map((choice) => [choice.id, choice]));
  const order = given.length === byId.size ? given : [...byId.keys()];
  const list = useRef<HTMLOListElement>(null);
  const [liveMessage, setLiveMessage] = useState('');
  const move = (from: number, to: number) => {
    const next = [...order];
    next.splice(to, 0, ...next.splice(from, 1));
    const item = plainWords(byId.get(order[from] ?? '')?.html ?? '');
    // The focus goes with what was moved; at an end the other button takes it.
    drawAndFocus(
      () => {
        onAnswer(next);
        setLiveMessage(m.exams_order_moved({ item, place: to + 1, total: order.length }));
      },
      () => {
        const buttons = list.current?.children[to]?.querySelectorAll('button');
        const wanted = buttons?.[to < from ? 0 : 1];
        return wanted?.disabled ? buttons?.[to < from ? 1 : 0] : wanted;
      },
    );
  };
  const { held, hold } = useDragOrder(list, order, onAnswer);
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the prompt, which is more than a legend may hold.
    <div role="group" aria-labelledby={labelledBy}>
      <ol ref={list} className={classes.order}>
        {order.map((id, at) => {
          const html = byId.get(id)?.html ?? '';
          return (
            <li key={id} data-held={held === id || undefined}>
              <span
                className={classes.handle}
                aria-hidden="true"
                title={m.exams_order_drag()}
                onPointerDown={(event) => !disabled && hold(event, id)}
              >
                ⠿
              </span>
              <Prose html={html} />
              <span className={classes.moves}>
                <button
                  type="button"
                  disabled={disabled || at === 0}
                  aria-label={m.exams_up({ item: plainWords(html) })}
                  onClick={() => move(at, at - 1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  disabled={disabled || at === order.length - 1}
                  aria-label={m.exams_down({ item: plainWords(html) })}
                  onClick={() => move(at, at + 1)}
                >
                  ↓
                </button>
              </span>
            </li>
          );
        })}
      </ol>
      <p className="sr-only" role="status">
        {liveMessage}
      </p>
      <p className={classes.hint} role="status">
        {given.length > 0 && m.exams_order_given()}
      </p>
      {given.length === 0 && !disabled && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            onAnswer(order);
            // The button is gone with what it was for.
            list.current?.querySelector<HTMLElement>('button:enabled')?.focus();
          }}
        >
          {m.exams_keep_order()}
        </Button>
      )}
    </div>
  );
}
