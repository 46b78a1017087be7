import type { z } from 'zod';
import { courseFields, shownFields } from '#contract/courses/course-fields';

type Fields = z.output<z.ZodObject<typeof courseFields>>;
type ShownFields = z.output<z.ZodObject<typeof shownFields>>;
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** The columns of a row that hold what a form says. */
export type FormColumns = { [Field in keyof Fields as SnakeCase<Field>]: Fields[Field] };

const NAMES = namesOf(courseFields);
const SHOWN_NAMES = namesOf(shownFields);

/** All of them; the test of statements reads their names from this type. */
export const FORM_COLUMNS: readonly (keyof FormColumns)[] = NAMES.map(([, column]) => column);

/** What a form says about a course, as its row holds it. */
export function courseValues(form: Fields): FormColumns {
  const values = Object.fromEntries(NAMES.map(([field, column]) => [column, form[field]])) as FormColumns;
  return { ...values, tags: [...new Set(form.tags)] };
}

/** The same of a row, as a form says it. */
export function fieldsOf(row: FormColumns): Fields {
  return Object.fromEntries(NAMES.map(([field, column]) => [field, row[column]])) as Fields;
}

/** What the page of a course shows of them. */
export function shownOf(row: FormColumns): ShownFields {
  return Object.fromEntries(SHOWN_NAMES.map(([field, column]) => [field, row[column]])) as ShownFields;
}

/** Each field with its column. */
function namesOf<Shape extends Partial<Record<keyof Fields, unknown>>>(shape: Shape) {
  return Object.keys(shape).map((field): [keyof Shape & keyof Fields, keyof FormColumns] => [
    field as keyof Shape & keyof Fields,
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as keyof FormColumns,
  ]);
}
