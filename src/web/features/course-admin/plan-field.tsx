import { useFormContext } from 'react-hook-form';
import { TIERS } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import type { CourseValues } from './form-values.ts';

/** From which plan on a course or post can be read. */
export function PlanField() {
  const tierName = useTierName();
  const { register } = useFormContext<CourseValues>();
  return (
    <SelectField label={m.admin_course_plan()} {...register('subscriptionLevel')}>
      {TIERS.map((tier) => (
        <option key={tier} value={tier}>
          {tierName(tier)}
        </option>
      ))}
    </SelectField>
  );
}
