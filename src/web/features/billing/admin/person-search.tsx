import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import classes from './billing-page.module.css';
import { peopleQuery } from './queries.ts';
import type { SectionProps } from './section-props.ts';
import { Timeline } from './timeline.tsx';

/** Finds a person, and shows why they have their plan. Whose timeline is open is part of the address. */
export function PersonSearch({ search: { person, q: words = '' } }: Pick<SectionProps, 'search'>) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current) field.current.value = words;
  }, [words]);
  const { data, error } = useQuery(peopleQuery(useApi(), words));
  // Back from a person leads to those who were found.
  const show = (q: string, id?: string) =>
    navigate({
      to: '/admin/billing',
      search: { tab: 'members', ...(q && { q }), ...(id && { person: id }) },
      replace: id === undefined,
      resetScroll: false,
    });
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void show(String(new FormData(event.currentTarget).get('q') ?? '').trim());
  };
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_person()}</h2>
      <search>
        <form onSubmit={find} className={classes.search}>
          <SearchField
            label={m.billing_admin_person_search()}
            placeholder={m.billing_admin_person_search()}
            name="q"
            ref={field}
            defaultValue={words}
          />
        </form>
      </search>
      {error && !data && <ErrorState error={error} heading="h3" />}
      {words !== '' && !data && !error && <LoadingState inline />}
      {words !== '' && data?.items.length === 0 && <p role="status">{m.billing_admin_person_none()}</p>}
      {!person && (
        <ul className={classes.people}>
          {data?.items.map(({ email, id, name }) => (
            <li key={id}>
              <Button variant="secondary" wide onClick={() => show(words, id)}>
                {name} · {email}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {person && <Timeline userId={person} />}
    </section>
  );
}
