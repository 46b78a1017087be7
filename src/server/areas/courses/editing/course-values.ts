import type { CourseForm } from '#contract/courses/course-form';

type PlainForm = Omit<CourseForm, 'authors' | 'content' | 'categories' | 'slug'>;

/** What a form says about a course, and the column that holds it as it is. Reading, writing, and copying follow from it. */
const COLUMN_OF = {
  title: 'title',
  description: 'description',
  level: 'level',
  subscriptionLevel: 'subscription_level',
  tags: 'tags',
  outcomes: 'outcomes',
  thumbnail: 'thumbnail',
  certificate: 'certificate',
  certificateMonths: 'certificate_months',
  sectionOrder: 'section_order',
  prerequisiteId: 'prerequisite_id',
} as const satisfies Record<keyof PlainForm, string>;

/** Those columns of a row. */
export type FormColumns = {
  [Field in keyof PlainForm as (typeof COLUMN_OF)[Field]]: PlainForm[Field];
};

export const FORM_COLUMNS: readonly string[] = Object.values(COLUMN_OF);

/** What a form says about a course, as its row holds it. */
export function courseValues(form: PlainForm): FormColumns {
  const columns = Object.entries(COLUMN_OF) as [keyof PlainForm, keyof FormColumns][];
  const values = Object.fromEntries(columns.map(([field, column]) => [column, form[field]])) as FormColumns;
  return { ...values, tags: [...new Set(form.tags)] };
}

/** The same of a row, as a form says it. */
export function courseFields(row: FormColumns): PlainForm {
  const columns = Object.entries(COLUMN_OF) as [keyof PlainForm, keyof FormColumns][];
  return Object.fromEntries(columns.map(([field, column]) => [field, row[column]])) as PlainForm;
}
