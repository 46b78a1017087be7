import type { z } from 'zod';
import { courseForm } from '#contract/courses/course-form';
import type { EditCourse } from '#contract/courses/courses';
import { createCategory } from '#server/areas/categories/create-category';
import { createCourse } from '#server/areas/courses/editing/create-course';
import type { Verbs } from './verbs.ts';

type Form = Partial<z.input<typeof courseForm>>;

/** A filled course form; what a test cares about is given. */
export function formOf(form: Form & { categories: string[] }) {
  return courseForm.parse({
    title: 'SQL from Scratch',
    description: 'Ask a database questions.',
    slug: 'sql',
    thumbnail: '/covers/sql.svg',
    ...form,
  });
}

export async function makeCategory({ as, services }: Verbs, name = 'Databases'): Promise<string> {
  return (await createCategory(services, as('admin'), { name, description: '' })).id;
}

/** A course in a category; the category is made unless one is named. */
export async function makeCourse(verbs: Verbs, form: Form = {}): Promise<EditCourse> {
  const categories = form.categories ?? [await makeCategory(verbs, `Category of ${form.slug ?? 'sql'}`)];
  return createCourse(verbs.services, verbs.as('admin'), formOf({ ...form, categories }));
}
