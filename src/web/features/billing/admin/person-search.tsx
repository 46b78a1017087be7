import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
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
export function PersonSearch({ search: { person } }: Pick<SectionProps, 'search'>) {
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const { data, error } = useQuery(peopleQuery(useApi(), words));
  const show = (id?: string) =>
    navigate({
      to: '/admin/billing',
      search: { tab: 'members', ...(id && { person: id }) },
      replace: true,
      resetScroll: false,
    });
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setWords(String(new FormData(event.currentTarget).get('q') ?? '').trim());
    void show();
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
              <Button variant="secondary" wide onClick={() => show(id)}>
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
