import { Link } from '@tanstack/react-router';
import type { OpenCourse } from '#contract/courses/course-shapes';
import type { SectionNote } from '#contract/courses/notes';
import { m } from '#web/lib/messages.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import classes from './notes.module.css';

interface CourseNotesProps {
  course: OpenCourse;
  notes: readonly SectionNote[];
  open: boolean;
  onClose: () => void;
}

/** All notes and bookmarks of a course, and the way to take them along. */
export function CourseNotes({ course, notes, onClose, open }: CourseNotesProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.learning_notes_title()} size="lg">
      {notes.length === 0 ? (
        <EmptyState title={m.learning_notes_none()} heading="h3" compact>
          <p>{m.learning_notes_none_text()}</p>
        </EmptyState>
      ) : (
        <>
          <ul className={classes.list}>
            {notes.map(({ body, bookmarked, key, sectionId, title }) => (
              <li key={sectionId}>
                <h3>
                  {bookmarked && <span className={classes.star}>★ </span>}
                  {bookmarked && <span className="sr-only">{m.learning_bookmarked()}: </span>}
                  {key === null ? (
                    m.learning_notes_removed({ title })
                  ) : (
                    <Link
                      to="/courses/$slug/learn/$section"
                      params={{ slug: course.slug, section: key }}
                      onClick={onClose}
                    >
                      {title}
                    </Link>
                  )}
                </h3>
                {body !== '' && <p className={classes.body}>{body}</p>}
              </li>
            ))}
          </ul>
          <p>
            <a href={`/api/learning/${course.id}/notes.md`} download>
              {m.learning_notes_take()}
            </a>
          </p>
        </>
      )}
    </Dialog>
  );
}
