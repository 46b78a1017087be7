import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import type { OpenCourse } from '#contract/courses/course-shapes';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { isEscape } from '#web/ui/fields/is-escape.ts';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { MarkedText } from '#web/ui/prose/marked-text.tsx';
import { searchQuery } from '../note-queries.ts';
import classes from '../notes.module.css';

interface PlayerSearchProps {
  course: OpenCourse;
  open: boolean;
  onClose: () => void;
}

/** Search inside the course: the sections that hold the words, with the words around them. */
export function PlayerSearch({ course, onClose, open }: PlayerSearchProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.learning_search()} size="lg">
      <Search course={course} onClose={onClose} />
    </Dialog>
  );
}

function Search({ course, onClose }: Pick<PlayerSearchProps, 'course' | 'onClose'>) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data, isError, isPlaceholderData } = useQuery(searchQuery(useApi(), course.id, q));
  const hits = q === '' ? [] : (data ?? []);
  const navigate = useNavigate();
  // Enter before the hits are there opens the first one when they come.
  const [isEntered, setEntered] = useState(false);
  const first = isPlaceholderData || q !== typed.trim() ? undefined : hits[0]?.key;
  useEffect(() => {
    if (!isEntered || !first) return;
    onClose();
    void navigate({
      to: '/courses/$slug/learn/$section',
      params: { slug: course.slug, section: first },
    });
  }, [course.slug, first, isEntered, navigate, onClose]);
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setEntered(true);
        }}
      >
        <SearchField
          label={m.learning_search()}
          placeholder={m.learning_search_hint()}
          value={typed}
          autoFocus
          onChange={(event) => {
            setEntered(false);
            setTyped(event.target.value);
          }}
          onKeyDown={(event) => {
            // A search field would only clear itself.
            if (!isEscape(event)) return;
            event.preventDefault();
            onClose();
          }}
        />
      </form>
      <p className={classes.state} role="status">
        {isError && m.learning_search_failed()}
        {q !== '' && data && m.learning_search_found({ count: data.length })}
      </p>
      <ul className={classes.list}>
        {hits.map(({ excerpt, key, title }) => (
          <li key={key}>
            <h3>
              <Link
                to="/courses/$slug/learn/$section"
                params={{ slug: course.slug, section: key }}
                onClick={onClose}
              >
                {title}
              </Link>
            </h3>
            <p>
              <MarkedText text={excerpt} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
