import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from './author-profile.module.css';
import { AuthorProfileForm } from './author-profile-form.tsx';
import { userAuthorQuery } from './profile-queries.ts';

/** Somebody's profile as an author, for administrators; with the first save the person becomes an author. */
export function UserAuthorProfile({ id }: { id: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [isNew, setIsNew] = useState(false);
  const query = userAuthorQuery(api, id);
  const { data: profile, error } = useQuery(query);
  if (error && !profile) return <ErrorState error={error} />;
  if (!profile) return <LoadingState inline />;
  const { name } = profile;
  if (profile.version === 0 && !isNew)
    return (
      <>
        <p className={classes.hint}>{m.authors_profile_none({ name })}</p>
        <Button variant="secondary" onClick={() => setIsNew(true)}>
          {m.authors_profile_create()}
        </Button>
      </>
    );
  return (
    <>
      <p className={classes.hint}>{m.authors_profile_user({ name })}</p>
      <AuthorProfileForm
        profile={profile}
        isOwn={false}
        send={(values) => api.authors.saveUser({ ...values, id })}
        onSaved={(saved) => queryClient.setQueryData(query.queryKey, saved)}
      />
    </>
  );
}
