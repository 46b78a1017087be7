import { useQuery, useQueryClient } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import classes from './author-profile.module.css';
import { AuthorProfileForm } from './author-profile-form.tsx';
import { ownAuthorQuery } from './profile-queries.ts';

/** The own profile as an author, on the page of the profile; nothing for who is no author. */
export function OwnAuthorProfile() {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = ownAuthorQuery(api);
  const { data: profile } = useQuery(query);
  if (!profile) return null;
  return (
    <section className={classes.own} aria-labelledby="author-profile">
      <h2 id="author-profile">{m.authors_profile()}</h2>
      <p className={classes.hint}>{m.authors_profile_own()}</p>
      <AuthorProfileForm
        profile={profile}
        isOwn
        send={(values) => api.authors.saveOwn(values)}
        onSaved={(saved) => queryClient.setQueryData(query.queryKey, saved)}
      />
    </section>
  );
}
