import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import classes from './billing-page.module.css';
import { peopleQuery } from './queries.ts';
import { Timeline } from './timeline.tsx';

interface Person {
  readonly id: string;
  readonly name: string;
}

/** Finds a person, and shows why they have their plan. */
export function PersonSearch() {
  const [words, setWords] = useState('');
  const [person, setPerson] = useState<Person>();
  const { data } = useQuery(peopleQuery(useApi(), words));
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setPerson(undefined);
    setWords(String(new FormData(event.currentTarget).get('q') ?? '').trim());
  };
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_person()}</h2>
      <search>
        <form onSubmit={search} className={classes.search}>
          <SearchField
            label={m.billing_admin_person_search()}
            placeholder={m.billing_admin_person_search()}
            name="q"
          />
        </form>
      </search>
      {words !== '' && data?.items.length === 0 && <p role="status">{m.billing_admin_person_none()}</p>}
      {!person && (
        <ul className={classes.people}>
          {data?.items.map(({ email, id, name }) => (
            <li key={id}>
              <Button variant="secondary" wide onClick={() => setPerson({ id, name })}>
                {name} · {email}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {person && <Timeline person={person} />}
    </section>
  );
}
