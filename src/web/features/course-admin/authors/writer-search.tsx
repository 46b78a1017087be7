import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import type { Writer } from '#contract/courses/authors';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { Avatar } from '#web/ui/badges/avatar.tsx';
import { FormField } from '#web/ui/fields/form-field.tsx';
import { ListOption } from '#web/ui/fields/list-option.tsx';
import { useActiveOption } from '#web/ui/fields/use-active-option.ts';
import { foundWritersQuery } from './author-queries.ts';
import classes from './authors-field.module.css';

interface WriterSearchProps {
  ref: Ref<HTMLInputElement>;
  error: string | undefined;
  /** Ids of those who need not be found again. */
  chosen: readonly string[];
  /** Nobody more can be chosen. */
  isFull: boolean;
  onBlur: () => void;
  onChoose: (writer: Writer) => void;
}

/** A combobox that finds people by name or address. */
export function WriterSearch({ chosen, error, isFull, onBlur, onChoose, ref }: WriterSearchProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const { found, state } = useFound(typed, isOpen && !isFull, chosen);
  const { active, list, move, toFirst } = useActiveOption(found);
  const isShown = isOpen && !isFull;
  const choose = (writer: Writer) => {
    onChoose(writer);
    setTyped('');
    toFirst();
    setIsOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (['ArrowDown', 'ArrowUp'].includes(event.key)) {
      event.preventDefault();
      if (isOpen) move(event.key);
      setIsOpen(true);
    } else if (event.key === 'Enter') {
      // It would save the whole form.
      event.preventDefault();
      if (isShown && active) choose(active);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setIsOpen(false);
    }
  };
  return (
    <FormField
      label={m.authors_field()}
      help={isFull ? m.authors_field_full() : m.authors_field_help()}
      error={error}
    >
      {(control) => (
        <div className={classes.search}>
          <input
            {...control}
            ref={ref}
            role="combobox"
            aria-expanded={isShown}
            aria-controls={isShown ? `${id}list` : undefined}
            aria-activedescendant={isShown && active ? `${id}${active.id}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            maxLength={200}
            placeholder={m.authors_field_search()}
            value={typed}
            disabled={isFull}
            onChange={(event) => {
              setTyped(event.target.value);
              toFirst();
              setIsOpen(true);
            }}
            onClick={() => setIsOpen(true)}
            onBlur={() => {
              setIsOpen(false);
              onBlur();
            }}
            onKeyDown={onKeyDown}
          />
          {isShown && (
            <div className={classes.popup}>
              <div ref={list} id={`${id}list`} role="listbox" aria-label={m.authors_field_found()}>
                {found.map((writer) => (
                  <ListOption
                    key={writer.id}
                    id={`${id}${writer.id}`}
                    className={classes.option}
                    isActive={writer.id === active?.id}
                    onChoose={() => choose(writer)}
                  >
                    <Avatar name={writer.name} src={writer.avatar} size={28} />
                    <span className={classes.name}>{writer.name}</span>
                    <span className={classes.email}>{writer.email}</span>
                  </ListOption>
                ))}
              </div>
              {state && (
                <p className={classes.state} role="status">
                  {state}
                </p>
              )}
            </div>
          )}
        </div>
      )}
    </FormField>
  );
}

/** Who is found and not chosen yet, and what is said where nobody is. */
function useFound(typed: string, isAsked: boolean, chosen: readonly string[]) {
  const api = useApi();
  const settled = useSettled(typed.trim());
  const { data, isError, isFetching } = useQuery({ ...foundWritersQuery(api, settled), enabled: isAsked });
  const found = (data ?? []).filter(({ id }) => !chosen.includes(id));
  if (isError) return { found: [], state: m.ui_search_failed() };
  const isSettled = !isFetching && settled === typed.trim();
  return { found, state: isSettled && found.length === 0 ? m.authors_field_nobody() : null };
}
