import { use } from 'react';
import { m } from '#web/lib/messages.ts';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import { LessonChoices } from './lesson-choices.ts';

interface LessonFieldProps {
  value: string | undefined;
  onChange: (lesson: string | undefined) => void;
  error: string | undefined;
}

/** The lesson that a question belongs to; one that is no longer in the course stays until another is chosen. */
export function LessonField({ error, onChange, value }: LessonFieldProps) {
  const lessons = use(LessonChoices);
  const isKnown = value === undefined || lessons.some(({ key }) => key === value);
  return (
    <SelectField
      label={m.author_lesson()}
      help={m.author_lesson_help()}
      value={value ?? ''}
      error={error}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{m.author_lesson_none()}</option>
      {!isKnown && <option value={value}>{m.author_lesson_removed({ key: value ?? '' })}</option>}
      {lessons.map(({ key, title }) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}
