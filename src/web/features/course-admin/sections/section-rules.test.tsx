import { renderToStaticMarkup } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { type CourseValues, EMPTY_COURSE, EMPTY_SECTION } from '../form-values.ts';
import { SectionRules } from './section-rules.tsx';

function Rules({ days }: { days: number | null }) {
  const section = { ...EMPTY_SECTION, rowKey: 'a', title: 'A', type: 'text', sectionType: 'lesson' } as const;
  const form = useForm<CourseValues>({
    defaultValues: { ...EMPTY_COURSE, content: [{ ...section, opensAfterDays: days }] },
  });
  return (
    <FormProvider {...form}>
      <SectionRules index={0} />
    </FormProvider>
  );
}

test.for([
  [null, ''],
  [Number.NaN, ''],
  [0, '0'],
  [12, '12'],
] as const)('%s days are shown as "%s"', ([days, shown]) => {
  const html = renderToStaticMarkup(<Rules days={days} />);
  expect(/<input[^>]*inputMode="numeric"[^>]*>/i.exec(html)?.[0]).toContain(`value="${shown}"`);
});
