import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuthorPage as Author } from '#contract/courses/authors';
import { m } from '#web/lib/messages.ts';
import { Avatar } from '#web/ui/badges/avatar.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { Pagination } from '#web/ui/layout/pagination.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './author-page.module.css';

interface AuthorPageProps {
  author: Author;
  /** What they published, as cards. */
  children: ReactNode;
}

/** Who an author is, and what the reader's tier can see of what they published. */
export function AuthorPage({ author, children }: AuthorPageProps) {
  const { avatar, bio, name, slug, social, website, works } = author;
  return (
    <Page>
      <header className={classes.head}>
        <Avatar name={name} src={avatar} size={112} />
        <div className={classes.words}>
          <h1>{name}</h1>
          {bio && <p className={classes.bio}>{bio}</p>}
          {(website || social) && (
            <ul className={classes.links}>
              {website && <OutLink address={website} label={m.authors_website()} />}
              {social && <OutLink address={social} label={m.authors_social()} />}
            </ul>
          )}
        </div>
      </header>
      <section aria-labelledby="works">
        <h2 id="works" className={classes.subtitle}>
          {m.authors_works()}
        </h2>
        {works.total === 0 ? (
          <EmptyState heading="h3" title={m.authors_none()} text={m.authors_none_text({ name })} compact>
            <LinkButton to="/pricing" variant="secondary">
              {m.authors_plans()}
            </LinkButton>
          </EmptyState>
        ) : (
          children
        )}
        <Pagination
          page={works.page}
          pages={Math.ceil(works.total / works.pageSize)}
          link={(page, props) => (
            <Link to="/authors/$slug" params={{ slug }} search={page > 1 ? { page } : {}} {...props} />
          )}
        />
      </section>
    </Page>
  );
}

/** A link to elsewhere, named by where it leads. */
function OutLink({ address, label }: { address: string; label: string }) {
  const { hostname, pathname } = new URL(address);
  const shown = `${hostname.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
  return (
    <li>
      <a href={address} rel="noopener noreferrer nofollow ugc" aria-label={`${label}: ${shown}`}>
        {shown}
      </a>
    </li>
  );
}
