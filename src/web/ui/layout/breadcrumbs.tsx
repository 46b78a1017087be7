import { m } from '#web/lib/messages.ts';
import { TextLink } from '../text-link.tsx';
import classes from './breadcrumbs.module.css';

export interface Crumb {
  readonly label: string;
  /** Path of the page; the last crumb, the page itself, has none. */
  readonly to?: string;
}

/** Where this page stands. The same list goes to `pageHead`, which tells search engines. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={m.ui_breadcrumbs()} data-no-print>
      <ol className={classes.list}>
        {crumbs.map(({ label, to }) => (
          <li key={label}>
            {to ? (
              <TextLink to={to} quiet>
                {label}
              </TextLink>
            ) : (
              <span aria-current="page">{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
