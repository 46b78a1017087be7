import { useQueries, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { type LandingSettings, MAX_FEATURED } from '#contract/administration/landing';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { drawAndFocus } from '#web/ui/draw-and-focus.ts';
import { SearchOutcome } from '#web/ui/fields/search-outcome.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { courseTitleQuery, featurableCoursesQuery } from '../queries.ts';
import classes from './landing.module.css';

const MAX_SHOWN = 6;

/** The courses of a block, found by their titles; none: the newest. */
export function CoursesField({ index }: { index: number }) {
  const api = useApi();
  const { control } = useFormContext<LandingSettings>();
  const { field, fieldState } = useController({ control, name: `blocks.${index}.courses` });
  const chosen: readonly string[] = field.value ?? [];
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim());
  const search = useQuery({ ...featurableCoursesQuery(api, q), enabled: q !== '' });
  const titles = useQueries({ queries: chosen.map((id) => courseTitleQuery(api, id)) });
  const found = (search.data ?? []).filter(({ id }) => !chosen.includes(id)).slice(0, MAX_SHOWN);
  const box = useRef<HTMLDivElement>(null);
  /** What was pressed goes away: the focus goes to the course in its place, or to the search. */
  const choose = (ids: readonly string[], at?: number) =>
    drawAndFocus(
      () => {
        field.onChange(ids);
        setTyped('');
      },
      () => {
        const removers = [...(box.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
        const next = at === undefined ? undefined : (removers[at] ?? removers.at(-1));
        return next ?? box.current?.querySelector('input') ?? removers.at(-1);
      },
    );
  const isAsking = typed.trim() !== '' && q !== '';
  return (
    <div ref={box} className={classes.courses}>
      {chosen.length < MAX_FEATURED && (
        <TextField
          label={m.config_landing_courses()}
          help={m.config_landing_courses_help({ most: MAX_FEATURED })}
          error={fieldState.error?.message}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {isAsking && found.length > 0 && (
        <ul className={classes.found} aria-label={m.config_landing_courses_found()}>
          {found.map(({ id, title }) => (
            <li key={id}>
              <button type="button" onClick={() => choose([...chosen, id])}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isAsking && (
        <SearchOutcome
          search={search}
          count={search.data?.length ?? 0}
          none={m.config_landing_courses_none()}
        />
      )}
      {chosen.length > 0 && (
        <ul className={classes.chosen}>
          {chosen.map((id, at) => {
            const title = titles[at]?.data ?? '…';
            return (
              <li key={id}>
                {title}
                <button
                  type="button"
                  data-remove
                  aria-label={m.ui_remove({ name: title })}
                  onClick={() =>
                    choose(
                      chosen.filter((each) => each !== id),
                      at,
                    )
                  }
                >
                  ×
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
