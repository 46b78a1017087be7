import { Link } from '@tanstack/react-router';
import type { MenuColumn, MenuLink } from '#contract/administration/menus';
import { isOwnPage, seesLink } from '#domain/site/menus';
import { useUser } from '#web/lib/session/session.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './footer.module.css';

interface OwnLinksProps {
  links: readonly MenuLink[];
  className: string | undefined;
}

/** The links of the header as the school wants them, for whom they are for. */
export function OwnLinks({ className, links }: OwnLinksProps) {
  const user = useUser();
  return links
    .filter(({ audience }) => seesLink(audience, user))
    .map(({ label, to }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two links may be the same.
      <li key={index}>
        {isOwnPage(to) ? (
          <Link to={to} className={className}>
            {label}
          </Link>
        ) : (
          <a href={to} className={className} rel="noreferrer">
            {label}
          </a>
        )}
      </li>
    ));
}

/** The columns of the footer as the school wants them; one without a link for this person is left out. */
export function OwnColumns({ columns }: { columns: readonly MenuColumn[] }) {
  const user = useUser();
  return columns.map(({ links, title }, index) => {
    const seen = links.filter(({ audience }) => seesLink(audience, user));
    if (seen.length === 0) return null;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: two columns may be called the same.
      <nav key={index} aria-label={title}>
        <h2 className={classes.title}>{title}</h2>
        <ul className={classes.list}>
          {seen.map(({ label, to }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two links may be the same.
            <li key={place}>
              {isOwnPage(to) ? (
                <TextLink to={to} quiet>
                  {label}
                </TextLink>
              ) : (
                <a href={to} rel="noreferrer">
                  {label}
                </a>
              )}
            </li>
          ))}
        </ul>
      </nav>
    );
  });
}
