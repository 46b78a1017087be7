import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { ListOption } from '#web/ui/fields/list-option.tsx';
import { SearchOutcome } from '#web/ui/fields/search-outcome.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useActiveOption } from '#web/ui/fields/use-active-option.ts';
import classes from '../course-form.module.css';
import { courseListQuery } from '../queries.ts';

const MAX_SHOWN = 6;

export interface CourseChoice {
  readonly id: string;
  readonly title: string;
}

interface CourseComboboxProps {
  /** The course that can't be chosen. */
  except: string;
  error: string | undefined;
  chosen: CourseChoice | null;
  onChoose: (course: CourseChoice | null) => void;
}

/** A course, found by typing a part of its title; without one those that were edited last. */
export function CourseCombobox({ chosen, error, except, onChoose }: CourseComboboxProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim());
  const query = { ...courseListQuery(useApi(), { q }), placeholderData: keepPreviousData };
  const search = useQuery({ ...query, enabled: chosen === null });
  const found = (search.data?.items ?? []).filter((course) => course.id !== except).slice(0, MAX_SHOWN);
  const isOpen = chosen === null && found.length > 0;
  const { active, list, move, toFirst } = useActiveOption(found);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      // Enter in a field would send the form around it, which saves the course.
      event.preventDefault();
      if (isOpen && active) onChoose(active);
    } else if (isOpen && move(event.key)) event.preventDefault();
  };
  return (
    <div>
      <TextField
        label={m.admin_move_course()}
        help={m.admin_move_course_help()}
        error={error}
        role="combobox"
        autoFocus
        autoComplete="off"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active ? `${id}-${active.id}` : undefined}
        value={chosen?.title ?? typed}
        onChange={(event) => {
          setTyped(event.target.value);
          toFirst();
          onChoose(null);
        }}
        onKeyDown={onKeyDown}
      />
      {chosen === null && <SearchOutcome search={search} count={found.length} none={m.admin_move_none()} />}
      <div
        ref={list}
        id={`${id}-list`}
        className={classes.options}
        role="listbox"
        aria-label={m.admin_move_courses()}
      >
        {isOpen &&
          found.map((course) => (
            <ListOption
              key={course.id}
              id={`${id}-${course.id}`}
              isActive={course.id === active?.id}
              onChoose={() => onChoose(course)}
            >
              {course.title}
            </ListOption>
          ))}
      </div>
    </div>
  );
}
