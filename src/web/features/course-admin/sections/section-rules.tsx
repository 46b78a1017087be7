import { useFormContext } from 'react-hook-form';
import { fromLocal, toLocal } from '#web/lib/local-time.ts';
import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from '../course-form.module.css';
import type { CourseValues } from '../form-values.ts';

/** Whether a section counts, when it opens, and whether everyone may read it. */
export function SectionRules({ index }: { index: number }) {
  const { formState, register, setValue, watch } = useFormContext<CourseValues>();
  const path = `content.${index}` as const;
  const errors = formState.errors.content?.[index];
  const [opensAt, days, kind] = watch([`${path}.opensAt`, `${path}.opensAfterDays`, `${path}.sectionType`]);
  const change = { shouldDirty: true, shouldValidate: formState.isSubmitted } as const;
  return (
    <fieldset className={classes.rules}>
      <legend>{m.admin_rules_section()}</legend>
      <label className={classes.check}>
        <input type="checkbox" {...register(`${path}.required`)} />
        {m.admin_rules_required()}
      </label>
      {kind === 'lesson' && (
        <label className={classes.check}>
          <input type="checkbox" aria-describedby={`${path}-sample`} {...register(`${path}.sample`)} />
          <span>
            {m.admin_rules_sample()}
            <small id={`${path}-sample`}>{m.admin_rules_sample_help()}</small>
          </span>
        </label>
      )}
      <div className={classes.pair}>
        <TextField
          label={m.admin_rules_opens_at()}
          help={m.admin_rules_opens_at_help()}
          error={errors?.opensAt?.message}
          type="datetime-local"
          defaultValue={toLocal(opensAt)}
          onChange={(event) => setValue(`${path}.opensAt`, fromLocal(event.target.value), change)}
        />
        <TextField
          label={m.admin_rules_days()}
          help={m.admin_rules_days_help()}
          error={errors?.opensAfterDays?.message}
          type="number"
          min={1}
          max={3650}
          defaultValue={days ?? ''}
          onChange={(event) => {
            const value = event.target.valueAsNumber;
            setValue(`${path}.opensAfterDays`, Number.isNaN(value) ? null : value, change);
          }}
        />
      </div>
    </fieldset>
  );
}
