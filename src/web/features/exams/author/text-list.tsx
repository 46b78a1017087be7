import { type ReactNode, useRef } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { CloseIcon } from '#web/ui/close-icon.tsx';
import { drawAndFocus } from '#web/ui/draw-and-focus.ts';
import classes from './author.module.css';
import type { Fault } from './faults.ts';

interface TextListProps<Item> {
  legend: string;
  help?: string;
  items: readonly Item[];
  /** What a new row begins with. */
  fresh: Item;
  addWords: string;
  /** Fewer rows than this cannot be had by removing. */
  least: number;
  onChange: (items: Item[]) => void;
  /** Of the list itself, at ''; of its rows, by their number. */
  fault: Fault;
  /** With buttons to move a row, where the order is of meaning. */
  ordered?: boolean;
  row: (item: Item, at: number, set: (item: Item) => void) => ReactNode;
}

/** Rows that can be added, removed and, where it means something, moved: the options, forms, pairs of a question. */
export function TextList<Item>(props: TextListProps<Item>) {
  const { addWords, fault, fresh, help, items, least, legend, onChange, ordered = false, row } = props;
  const list = useRef<HTMLUListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const changeTo = (next: Item[], at: number, what: string) =>
    drawAndFocus(
      () => onChange(next),
      () =>
        list.current?.children[at]?.querySelector<HTMLElement>(`:is(${what}):not(:disabled)`) ??
        adder.current,
    );
  const move = (from: number, to: number) => {
    const next = [...items];
    next.splice(to, 0, ...next.splice(from, 1));
    changeTo(next, to, to < from ? '[data-up], [data-down]' : '[data-down], [data-up]');
  };
  const said = fault('');
  return (
    <fieldset className={classes.list} aria-invalid={said ? true : undefined}>
      <legend>{legend}</legend>
      {help && <p className={classes.hint}>{help}</p>}
      <ul ref={list}>
        {items.map((item, at) => {
          const number = { number: at + 1 };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place; everything in it is controlled.
            <li key={at} className={classes.line}>
              {row(item, at, (next) => onChange(items.map((old, index) => (index === at ? next : old))))}
              <span className={classes.lineActions}>
                {ordered && (
                  <>
                    <button
                      type="button"
                      data-up
                      disabled={at === 0}
                      aria-label={m.author_row_up(number)}
                      onClick={() => move(at, at - 1)}
                    >
                      ↑
                    </button>
                    <button
                      type="button"
                      data-down
                      disabled={at === items.length - 1}
                      aria-label={m.author_row_down(number)}
                      onClick={() => move(at, at + 1)}
                    >
                      ↓
                    </button>
                  </>
                )}
                <button
                  type="button"
                  disabled={items.length <= least}
                  aria-label={m.author_row_remove(number)}
                  onClick={() => {
                    const left = items.filter((_, index) => index !== at);
                    changeTo(left, Math.min(at, left.length - 1), 'input, textarea, select');
                  }}
                >
                  <CloseIcon />
                </button>
              </span>
            </li>
          );
        })}
      </ul>
      {said && (
        <p className={classes.fault} role="alert">
          {said}
        </p>
      )}
      <Button
        ref={adder}
        variant="secondary"
        size="sm"
        onClick={() => {
          const words = 'input:not([type=checkbox], [type=radio]), textarea';
          changeTo([...items, fresh], items.length, words);
        }}
      >
        {addWords}
      </Button>
    </fieldset>
  );
}
