import type { SyntheticEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { MomentField } from '#web/ui/fields/moment-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useShownValue } from '#web/ui/fields/use-shown-value.ts';
import classes from '../course-form.module.css';
import type { CourseValues } from '../form-values.ts';

const DAYS = {
  read: ({ value }: HTMLInputElement) => (value.trim() === '' ? null : Number(value)),
  show: (days: number | null) => (days === null || Number.isNaN(days) ? '' : String(days)),
};

/** Whether a section counts, when it opens, and whether everyone may read it. */
export function SectionRules({ index }: { index: number }) {
  const { formState, register, setValue, watch } = useFormContext<CourseValues>();
  const path = `content.${index}` as const;
  const errors = formState.errors.content?.[index];
  const [opensAt, days, kind] = watch([`${path}.opensAt`, `${path}.opensAfterDays`, `${path}.sectionType`]);
  const daysField = useShownValue(days, DAYS);
  const change = { shouldDirty: true, shouldValidate: formState.isSubmitted } as const;
  const readDays = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const read = DAYS.read(currentTarget);
    if (!Object.is(read, days)) setValue(`${path}.opensAfterDays`, read, change);
  };
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
        <MomentField
          label={m.admin_rules_opens_at()}
          help={m.admin_rules_opens_at_help()}
          error={errors?.opensAt?.message}
          value={opensAt}
          onChange={(value) => setValue(`${path}.opensAt`, value, change)}
        />
        <TextField
          ref={daysField}
          label={m.admin_rules_days()}
          help={m.admin_rules_days_help()}
          error={errors?.opensAfterDays?.message}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={DAYS.show(days)}
          onChange={readDays}
          // What can't be read isn't shown again where the section was folded: then nothing stands there.
          onBlur={readDays}
        />
      </div>
    </fieldset>
  );
}
