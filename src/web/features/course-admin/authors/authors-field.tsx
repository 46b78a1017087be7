import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import type { Writer } from '#contract/courses/authors';
import { MAX_AUTHORS } from '#domain/authors/limits';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import type { CourseValues } from '../form-values.ts';
import { writersQuery } from './author-queries.ts';
import { ChosenAuthors } from './chosen-authors.tsx';
import { WriterSearch } from './writer-search.tsx';

/** Who wrote a course or post: people found by name, in the order in which they are named. */
export function AuthorsField() {
  const api = useApi();
  const { field, fieldState } = useController<CourseValues, 'authors'>({ name: 'authors' });
  const [liveMessage, setLiveMessage] = useState('');
  const chosen = field.value;
  const writers = useQuery(writersQuery(api, chosen)).data ?? [];
  const change = (next: readonly string[], message: string) => {
    field.onChange(next);
    setLiveMessage(message);
  };
  return (
    <div>
      <WriterSearch
        ref={field.ref}
        error={fieldState.error?.message}
        chosen={chosen}
        isFull={chosen.length >= MAX_AUTHORS}
        onBlur={field.onBlur}
        onChoose={({ id, name }: Writer) => change([...chosen, id], m.authors_field_added({ name }))}
      />
      <ChosenAuthors chosen={chosen} writers={writers} onChange={change} />
      <p className="sr-only" role="status">
        {liveMessage}
      </p>
    </div>
  );
}
