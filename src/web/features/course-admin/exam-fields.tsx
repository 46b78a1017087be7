import { Suspense, use } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { ExamEditorSlot } from './exam-editor-slot.ts';
import type { CourseValues } from './form-values.ts';

/** The exam of a section, by the editor that the route has brought. */
export function ExamFields({ path }: { path: `content.${number}.exam` }) {
  const Editor = use(ExamEditorSlot);
  const { control } = useFormContext<CourseValues>();
  const { field, fieldState, formState } = useController({ control, name: path });
  if (!Editor) return null;
  return (
    <Suspense fallback={<LoadingState inline />}>
      <Editor
        value={field.value}
        onChange={field.onChange}
        refused={fieldState.error ? formState.submitCount : 0}
      />
    </Suspense>
  );
}
