import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/badges/avatar.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { userQuery } from './queries.ts';
import { UserActions } from './user-actions.tsx';
import { UserComments } from './user-comments.tsx';
import { UserCourses } from './user-courses.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserKeys } from './user-keys.tsx';
import { UserMails } from './user-mails.tsx';
import classes from './user-page.module.css';
import { UserSessions } from './user-sessions.tsx';
import { UserSignInMethods } from './user-sign-in-methods.tsx';

interface UserPageProps {
  id: string;
  /** What the account did and what was done to it. */
  trail: ReactNode;
  /** What it says about itself as an author. */
  author: ReactNode;
  /** What it is granted at exams. */
  accommodations: ReactNode;
}

/** One account: what it is, where it is signed in, what it wrote and was sent, and what can be done with it. */
export function UserPage({ accommodations, author, id, trail }: UserPageProps) {
  const { data: user, error } = useQuery(userQuery(useApi(), id));
  if (failureCode(error) === 'USER_NOT_FOUND' || failureCode(error) === 'BAD_INPUT') return <UserGone />;
  if (error && !user) return <ErrorState error={error} />;
  if (!user) return <LoadingState />;
  return (
    <Page>
      <Breadcrumbs crumbs={[{ label: m.users_title(), to: '/admin/users' }, { label: user.name }]} />
      <PageHeader
        title={
          <span className={classes.title}>
            <Avatar name={user.name} src={user.avatar} size={48} />
            {user.name}
          </span>
        }
        lead={user.email}
      />
      <UserActions user={user} />
      <div className={classes.columns}>
        <Part title={m.users_part_account()}>
          <UserFacts user={user} />
        </Part>
        <Part title={m.users_part_sessions()}>
          <UserSessions sessions={user.sessions} />
        </Part>
        <Part title={m.users_part_ways()}>
          <UserSignInMethods signInMethods={user.signInMethods} />
        </Part>
        <Part title={m.users_part_keys()}>
          <UserKeys user={user} />
        </Part>
        <Part title={m.users_part_comments()}>
          <UserComments comments={user.comments} />
        </Part>
        <Part title={m.users_part_courses()}>
          <UserCourses courses={user.courses} />
        </Part>
        <Part title={m.users_part_mails()}>
          <UserMails mails={user.mails} suppressed={user.suppressed} />
        </Part>
      </div>
      <Part title={m.authors_profile()}>{author}</Part>
      <Part title={m.accommodations_title()}>{accommodations}</Part>
      <Part title={m.users_part_trail()}>{trail}</Part>
    </Page>
  );
}

function Part({ children, title }: { children: ReactNode; title: string }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function UserGone() {
  return (
    <Page>
      <EmptyState heading="h1" title={m.users_missing()} text={m.users_missing_text()}>
        <LinkButton to="/admin/users" variant="secondary">
          {m.users_back()}
        </LinkButton>
      </EmptyState>
    </Page>
  );
}
