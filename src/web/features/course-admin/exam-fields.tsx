import { Suspense, use } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { ExamForm } from '#contract/exam-form';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { ExamEditorSlot } from './exam-editor-slot.ts';
import type { CourseValues } from './form-values.ts';

/** The exam of a section, by the editor that the route has brought. */
export function ExamFields({ index }: { index: number }) {
  const Editor = use(ExamEditorSlot);
  const { control, getValues, setValue } = useFormContext<CourseValues>();
  const path = `content.${index}.exam` as const;
  const { field, fieldState, formState } = useController({ control, name: path });
  const sections = useWatch({ control, name: 'content' });
  if (!Editor) return null;
  const rowKey = getValues(`content.${index}.rowKey`);
  const change = (next: (now: ExamForm | null) => ExamForm) => {
    // The section may have moved since.
    const at = getValues('content').findIndex((section) => section.rowKey === rowKey);
    if (at < 0) return;
    setValue(`content.${at}.exam`, next(getValues(`content.${at}.exam`)), {
      ...{ shouldDirty: true, shouldTouch: true },
      shouldValidate: formState.isSubmitted,
    });
  };
  const lessons = sections.flatMap(({ key, sectionType, title }) =>
    key !== undefined && sectionType !== 'exam' ? [{ key, title }] : [],
  );
  return (
    <Suspense fallback={<LoadingState inline />}>
      <Editor
        value={field.value}
        lessons={lessons}
        onChange={change}
        refused={fieldState.error ? formState.submitCount : 0}
      />
    </Suspense>
  );
}
