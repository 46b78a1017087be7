import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { SECTION_ORDERS } from '#domain/learning/section-lock';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { SearchOutcome } from '#web/ui/fields/search-outcome.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import { useKeepFocus } from '#web/ui/use-keep-focus.ts';
import classes from './course-form.module.css';
import type { CourseValues } from './form-values.ts';
import { courseListQuery, courseTitleQuery } from './queries.ts';
import { ORDER_WORDS } from './sections/section-words.ts';

const MAX_SHOWN = 6;

/** What is demanded of the learners of a course: the order of its sections, and the course before it. */
export function RulesFields({ id }: { id: string }) {
  const { register } = useFormContext<CourseValues>();
  return (
    <>
      <SelectField
        label={m.admin_rules_order()}
        help={m.admin_rules_order_help()}
        {...register('sectionOrder')}
      >
        {SECTION_ORDERS.map((order) => (
          <option key={order} value={order}>
            {ORDER_WORDS[order]()}
          </option>
        ))}
      </SelectField>
      <PrerequisiteField id={id} />
    </>
  );
}

/** The course that must be completed first, found by its title. */
function PrerequisiteField({ id }: { id: string }) {
  const api = useApi();
  const { formState, setValue, watch } = useFormContext<CourseValues>();
  const box = useKeepFocus<HTMLDivElement>();
  const chosen = watch('prerequisiteId');
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim());
  const search = useQuery({ ...courseListQuery(api, { q }), enabled: q !== '' });
  const found = (search.data?.items ?? []).filter((course) => course.id !== id).slice(0, MAX_SHOWN);
  const isAsking = typed.trim() !== '' && q !== '';
  const title = useQuery({ ...courseTitleQuery(api, chosen ?? ''), enabled: chosen !== null }).data;
  const choose = (next: string | null) => {
    setValue('prerequisiteId', next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    setTyped('');
  };
  return (
    <div {...box}>
      <TextField
        label={m.admin_rules_prerequisite()}
        help={m.admin_rules_prerequisite_help()}
        error={formState.errors.prerequisiteId?.message}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {isAsking && found.length > 0 && (
        <ul className={classes.found} aria-label={m.admin_rules_prerequisite_found()}>
          {found.map((course) => (
            <li key={course.id}>
              <button type="button" onClick={() => choose(course.id)}>
                {course.title}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isAsking && <SearchOutcome search={search} count={found.length} none={m.admin_move_none()} />}
      {chosen !== null && (
        <ul className={classes.chosen}>
          <li>
            {title ?? '…'}
            <button
              type="button"
              aria-label={m.ui_remove({ name: title ?? '' })}
              onClick={() => choose(null)}
            >
              ×
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}
