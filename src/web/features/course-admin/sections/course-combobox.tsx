import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
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
  const [at, setAt] = useState(0);
  const q = useSettled(typed.trim());
  const query = { ...courseListQuery(useApi(), { q }), placeholderData: keepPreviousData };
  const { data } = useQuery({ ...query, enabled: chosen === null });
  const found = (data?.items ?? []).filter((course) => course.id !== except).slice(0, MAX_SHOWN);
  const isOpen = chosen === null && found.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const active = found[at];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') {
      // Enter in a field would send the form around it, which saves the course.
      event.preventDefault();
      if (isOpen && active) onChoose(active);
    } else if (step !== undefined && isOpen) {
      event.preventDefault();
      setAt((at + step + found.length) % found.length);
    }
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
        aria-activedescendant={isOpen ? `${id}-${at}` : undefined}
        value={chosen?.title ?? typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
          onChoose(null);
        }}
        onKeyDown={onKeyDown}
      />
      {chosen === null && data && found.length === 0 && (
        <p className={classes.noneFound} role="status">
          {m.admin_move_none()}
        </p>
      )}
      <div id={`${id}-list`} className={classes.options} role="listbox" aria-label={m.admin_move_courses()}>
        {isOpen &&
          found.map((course, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field of the combobox has the focus and takes the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the field of the combobox has the focus.
            <div
              key={course.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(course)}
            >
              {course.title}
            </div>
          ))}
      </div>
    </div>
  );
}
