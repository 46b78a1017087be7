import type { ReactNode } from 'react';
import { m } from '#web/lib/messages.ts';
import classes from './pagination.module.css';

export interface PageLinkProps {
  className: string | undefined;
  'aria-current'?: 'page';
  'aria-label': string;
  children: ReactNode;
}

interface PaginationProps {
  page: number;
  pages: number;
  /** Makes the typed link of a page: `(page, props) => <Link to="." search={(s) => ({ ...s, page })} {...props} />`. */
  link: (page: number, props: PageLinkProps) => ReactNode;
}

/** The pages of a list as links, so that they open in tabs and work without scripts. Nothing for a single page. */
export function Pagination({ page, pages, link }: PaginationProps) {
  // An address may be one behind the last page, from where it must be possible to go back.
  if (pages < 2 && page < 2) return null;
  const one = (to: number, label: string, children: ReactNode) =>
    link(to, {
      className: classes.page,
      'aria-label': label,
      children,
      ...(to === page && { 'aria-current': 'page' }),
    });
  return (
    <nav aria-label={m.ui_pages()} data-no-print>
      <ul className={classes.list}>
        {page > 1 && <li>{one(Math.min(page - 1, pages || 1), m.ui_page_previous(), <span>←</span>)}</li>}
        {shownPages(page, pages).map((entry) => (
          <li key={entry}>
            {entry < 0 ? (
              <span className={classes.gap}>…</span>
            ) : (
              one(entry, m.ui_page({ page: entry }), entry)
            )}
          </li>
        ))}
        {page < pages && <li>{one(page + 1, m.ui_page_next(), <span>→</span>)}</li>}
      </ul>
    </nav>
  );
}

/** First, last and the neighbours; a negative number stands for a gap. */
export function shownPages(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((one, index) => {
    const before = sorted[index - 1];
    return before !== undefined && one - before > 1 ? [-one, one] : [one];
  });
}
