import { Suspense, use } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { ExamEditorSlot } from './exam-editor-slot.ts';
import type { CourseValues } from './form-values.ts';

/** The exam of a section, by the editor that the route has brought. */
export function ExamFields({ path }: { path: `content.${number}.exam` }) {
  const Editor = use(ExamEditorSlot);
  const { control } = useFormContext<CourseValues>();
  const { field, fieldState, formState } = useController({ control, name: path });
  const sections = useWatch({ control, name: 'content' });
  if (!Editor) return null;
  const lessons = sections.flatMap(({ key, sectionType, title }) =>
    key !== undefined && sectionType !== 'exam' ? [{ key, title }] : [],
  );
  return (
    <Suspense fallback={<LoadingState inline />}>
      <Editor
        value={field.value}
        lessons={lessons}
        onChange={field.onChange}
        refused={fieldState.error ? formState.submitCount : 0}
      />
    </Suspense>
  );
}
