import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Pagination } from '#web/ui/layout/pagination.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './blogs.module.css';
import { FeedAddress } from './feed-address.tsx';
import { FeedCards } from './feed-cards.tsx';
import { type FeedSearch, feedQuery } from './queries.ts';

const KINDS = [
  { kind: undefined, label: m.posts_all },
  { kind: 'post', label: m.posts_posts },
  { kind: 'course', label: m.posts_courses },
] as const;
const LOGIN: string = '/login';
const REGISTER: string = '/register';

/** The feed of what the reader's tier can see, newest first (spec section 2). */
export function BlogsPage({ search }: { search: FeedSearch }) {
  const user = useUser();
  const { data } = useQuery(feedQuery(useApi(), search));
  return (
    <Page>
      <PageHeader title={m.posts_title()} lead={m.posts_lead()} />
      <nav aria-label={m.posts_kind()}>
        <ul className={classes.kinds}>
          {KINDS.map(({ kind, label }) => (
            <li key={label()}>
              <Link
                to="/blogs"
                search={kind ? { kind } : {}}
                aria-current={search.kind === kind ? 'page' : undefined}
                activeOptions={{ exact: true, includeSearch: true }}
              >
                {label()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {!data && <LoadingState inline />}
      {data?.items.length === 0 && (
        <EmptyState drawing="talk" title={m.posts_none()} text={m.posts_none_text()} />
      )}
      <FeedCards items={data?.items ?? []} />
      {data && (
        <Pagination
          page={data.page}
          pages={Math.ceil(data.total / data.pageSize)}
          link={(page, props) => <Link to="/blogs" search={{ ...search, page }} {...props} />}
        />
      )}
      {user ? <FeedAddress /> : <LoginPrompt />}
    </Page>
  );
}

/** A visitor sees what is free, and that there is more (spec section 2). */
function LoginPrompt() {
  return (
    <aside className={classes.prompt}>
      <p>{m.posts_login()}</p>
      <LinkButton to={LOGIN} search={{ redirect: '/blogs' } as never}>
        {m.posts_login_button()}
      </LinkButton>
      <LinkButton to={REGISTER} variant="secondary">
        {m.posts_register()}
      </LinkButton>
    </aside>
  );
}
