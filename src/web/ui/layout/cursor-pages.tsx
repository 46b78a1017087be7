import type { ReactNode } from 'react';
import { m } from '#web/lib/messages.ts';
import type { Place } from '#web/lib/place.ts';
import classes from './pagination.module.css';
import type { PageLinkProps } from './pagination.tsx';

interface CursorPagesProps {
  previous: string | null;
  next: string | null;
  /** Makes the typed link to a place of the list. */
  link: (place: Place, props: PageLinkProps) => ReactNode;
}

/** The way through a list that is too long for page numbers. Nothing for a single page. */
export function CursorPages({ next, previous, link }: CursorPagesProps) {
  if (previous === null && next === null) return null;
  const one = (place: Place, label: string, children: ReactNode) => (
    <li>{link(place, { className: classes.page, 'aria-label': label, children })}</li>
  );
  return (
    <nav aria-label={m.ui_pages()} data-no-print>
      <ul className={classes.list}>
        {previous !== null && one({}, m.ui_page_first(), <span>⇤</span>)}
        {previous !== null && one({ before: previous }, m.ui_page_previous(), <span>←</span>)}
        {next !== null && one({ after: next }, m.ui_page_next(), <span>→</span>)}
        {next !== null && one({ page: 'last' }, m.ui_page_last(), <span>⇥</span>)}
      </ul>
    </nav>
  );
}
