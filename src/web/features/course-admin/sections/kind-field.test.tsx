import { renderToStaticMarkup } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import type { SectionType } from '#domain/courses/vocabulary';
import { type CourseValues, EMPTY_COURSE, EMPTY_SECTION } from '../form-values.ts';
import { KindField } from './kind-field.tsx';

interface Kinds {
  saved: SectionType | null;
  now: SectionType;
}

function Field({ now, saved }: Kinds) {
  const section = { ...EMPTY_SECTION, rowKey: 'a', title: 'A', type: 'text' } as const;
  const content = [{ ...section, ...(saved !== null && { id: 'one' }), sectionType: saved ?? 'lesson' }];
  const form = useForm<CourseValues>({ defaultValues: { ...EMPTY_COURSE, content } });
  return (
    <FormProvider {...form} watch={(() => now) as never}>
      <KindField index={0} />
    </FormProvider>
  );
}

test.for([
  { saved: 'lesson', now: 'exam', says: true },
  { saved: 'lab', now: 'exam', says: true },
  { saved: 'lesson', now: 'lab', says: false },
  { saved: 'exam', now: 'exam', says: false },
  // Nobody has finished what was never saved.
  { saved: null, now: 'exam', says: false },
] as const)(
  'what becomes of who has finished a $saved that becomes a $now is said: $says',
  ({ says, ...kinds }) => {
    const html = renderToStaticMarkup(<Field {...kinds} />);
    expect(html.includes('will need to pass the exam')).toBe(says);
  },
);
