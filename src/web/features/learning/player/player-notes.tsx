import { useQuery } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { OpenCourse } from '#contract/courses/course-shapes';
import type { SectionNote } from '#contract/courses/notes';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { isEscape } from '#web/ui/fields/is-escape.ts';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import { CourseNotes } from '../course-notes.tsx';
import { type NotedSection, notesQuery } from '../note-queries.ts';
import type { NoteState } from '../note-saver.ts';
import classes from '../notes.module.css';
import { useNote } from '../use-note.ts';

interface PlayerNotesProps {
  course: OpenCourse;
  section: NotedSection;
  /** What the key for it does. */
  open: RefObject<(() => void) | null>;
}

const STATE_WORDS: Record<NoteState, () => string> = {
  saved: m.learning_note_saved,
  saving: m.learning_note_saving,
  unsaved: m.learning_note_unsaved,
};

/** The own note of a section, below its text, and the way to all notes of the course. */
export function PlayerNotes({ course, open, section }: PlayerNotesProps) {
  const { data } = useQuery(notesQuery(useApi(), course.id));
  const owner = useUser()?.id;
  const details = useRef<HTMLDetailsElement>(null);
  const [showing, setShowing] = useState(false);
  const note = data?.find((one) => one.sectionId === section.id);
  // Opened once by a note that is there, and never folded by one that is emptied: it has the focus.
  const [hasOpened, setOpened] = useState(false);
  if (note?.body && !hasOpened) setOpened(true);
  // Before the next key is read.
  useLayoutEffect(() => {
    open.current = () => {
      if (!details.current) return;
      details.current.open = true;
      details.current.querySelector<HTMLElement>('textarea, [data-typing]')?.focus();
    };
    return () => {
      open.current = null;
    };
  }, [open]);
  const leave = () => details.current?.querySelector('summary')?.focus();
  return (
    <details ref={details} className={classes.notes} open={hasOpened} data-no-print>
      <summary>{m.learning_note()}</summary>
      {data ? (
        <NoteField
          key={`${owner} ${section.id}`}
          courseId={course.id}
          section={section}
          note={note}
          onLeave={leave}
        />
      ) : (
        // It has the focus until the field is there: what is typed meanwhile is no command.
        <p tabIndex={-1} data-typing="" className={classes.state}>
          {m.shell_loading()}
        </p>
      )}
      <Button variant="quiet" size="sm" onClick={() => setShowing(true)}>
        {m.learning_notes_all()}
      </Button>
      <CourseNotes course={course} notes={data ?? []} open={showing} onClose={() => setShowing(false)} />
    </details>
  );
}

interface NoteFieldProps {
  courseId: string;
  section: NotedSection;
  note: SectionNote | undefined;
  /** Escape leads out of the field, so that the keys of the player work again. */
  onLeave: () => void;
}

function NoteField({ onLeave, ...props }: NoteFieldProps) {
  const { change, state, text } = useNote(props);
  const isAwaited = useState(() => document.activeElement?.matches('[data-typing]') === true)[0];
  return (
    <>
      <TextAreaField
        label={m.learning_note_label()}
        help={m.learning_note_help()}
        rows={6}
        maxLength={20_000}
        value={text}
        autoFocus={isAwaited}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (isEscape(event)) onLeave();
        }}
      />
      <p className={classes.state} role="status">
        {STATE_WORDS[state]()}
      </p>
    </>
  );
}
