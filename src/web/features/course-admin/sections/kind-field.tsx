import { useContext } from 'react';
import { useFormContext } from 'react-hook-form';
import { SECTION_TYPES } from '#domain/courses/vocabulary';
import { m } from '#web/lib/messages.ts';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import { FormKind } from '../form-kind.ts';
import type { CourseValues } from '../form-values.ts';
import { KIND_WORDS } from './section-words.ts';

/** What a section is. Of one that was saved as something else it says what becomes of who has finished it. */
export function KindField({ index }: { index: number }) {
  const { formState, getValues, register, watch } = useFormContext<CourseValues>();
  const kind = useContext(FormKind);
  const path = `content.${index}` as const;
  const id = getValues(`${path}.id`);
  const saved = formState.defaultValues?.content?.find((section) => id !== undefined && section?.id === id);
  const becomesExam = saved && saved.sectionType !== 'exam' && watch(`${path}.sectionType`) === 'exam';
  return (
    <SelectField
      label={m.admin_section_kind()}
      help={kind === 'course' && becomesExam ? m.admin_section_becomes_exam() : undefined}
      {...register(`${path}.sectionType`)}
    >
      {SECTION_TYPES.map((one) => (
        <option key={one} value={one}>
          {KIND_WORDS[one]()}
        </option>
      ))}
    </SelectField>
  );
}
