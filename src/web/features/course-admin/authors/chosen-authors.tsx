import { useRef } from 'react';
import type { Writer } from '#contract/courses/authors';
import { m } from '#web/lib/messages.ts';
import { Avatar } from '#web/ui/badges/avatar.tsx';
import { CloseIcon } from '#web/ui/close-icon.tsx';
import classes from './authors-field.module.css';

interface ChosenAuthorsProps {
  chosen: readonly string[];
  writers: readonly Writer[];
  onChange: (next: readonly string[], liveMessage: string) => void;
}

/** The chosen people in their order, each to be moved up or taken away. */
export function ChosenAuthors({ chosen, onChange, writers }: ChosenAuthorsProps) {
  const list = useRef<HTMLOListElement>(null);
  if (chosen.length === 0) return <p className={classes.none}>{m.authors_field_none()}</p>;
  const moveUp = (at: number, name: string) => {
    const next = chosen.with(at - 1, chosen[at] ?? '').with(at, chosen[at - 1] ?? '');
    onChange(next, m.authors_field_moved({ name, position: at }));
  };
  const remove = (id: string, name: string) => {
    // Its own button goes with the row.
    list.current?.closest('div')?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
    onChange(
      chosen.filter((other) => other !== id),
      m.authors_field_removed({ name }),
    );
  };
  return (
    <ol ref={list} className={classes.chosen} aria-label={m.authors_field_chosen()}>
      {chosen.map((id, index) => {
        const writer = writers.find((one) => one.id === id);
        const name = writer?.name ?? '…';
        return (
          <li key={id}>
            <Avatar name={name} src={writer?.avatar ?? null} size={28} />
            <span className={classes.name}>{name}</span>
            {index > 0 && (
              <button
                type="button"
                aria-label={m.authors_field_up({ name })}
                onClick={() => moveUp(index, name)}
              >
                ↑
              </button>
            )}
            <button type="button" aria-label={m.ui_remove({ name })} onClick={() => remove(id, name)}>
              <CloseIcon />
            </button>
          </li>
        );
      })}
    </ol>
  );
}
