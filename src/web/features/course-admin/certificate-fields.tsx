import { useFormContext } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from './course-form.module.css';
import type { CourseValues } from './form-values.ts';

/** Whether a course gives certificates, and how long one holds. */
export function CertificateFields() {
  const { formState, register, watch } = useFormContext<CourseValues>();
  const plan = useTierName()('premium');
  return (
    <>
      <fieldset className={classes.publish}>
        <legend>{m.admin_course_certificate()}</legend>
        <label>
          <input type="checkbox" {...register('certificate')} />
          {m.admin_course_certificate_give()}
        </label>
        <p>{m.admin_course_certificate_help({ plan })}</p>
      </fieldset>
      {watch('certificate') && (
        <TextField
          label={m.admin_course_certificate_months()}
          help={m.admin_course_certificate_months_help()}
          error={formState.errors.certificateMonths?.message}
          inputMode="numeric"
          autoComplete="off"
          {...register('certificateMonths', {
            setValueAs: (value) => (value === null || String(value).trim() === '' ? null : Number(value)),
          })}
        />
      )}
    </>
  );
}
