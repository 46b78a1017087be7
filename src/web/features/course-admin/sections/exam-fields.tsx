import { Suspense, use } from 'react';
import { get, useController, useFormContext, useWatch } from 'react-hook-form';
import type { ExamForm } from '#contract/exams/exam-form';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import type { CourseValues } from '../form-values.ts';
import { ExamEditorSlot } from './exam-editor-slot.ts';
import { useQuestionRemoval } from './use-question-removal.tsx';

interface ExamFieldsProps {
  /** Null where the course is not saved yet. */
  courseId: string | null;
  /** The place of its section. */
  index: number;
}

/** The exam of a section, by the editor that the route has brought. */
export function ExamFields({ courseId, index }: ExamFieldsProps) {
  const Editor = use(ExamEditorSlot);
  const { control, getValues, setValue } = useFormContext<CourseValues>();
  const path = `content.${index}.exam` as const;
  const { field, fieldState, formState } = useController({ control, name: path });
  const sections = useWatch({ control, name: 'content' });
  const { agree, dialog } = useQuestionRemoval();
  if (!Editor) return null;
  const rowKey = getValues(`content.${index}.rowKey`);
  const change = (next: (now: ExamForm | null) => ExamForm) => {
    // The section may have moved since.
    const at = getValues('content').findIndex((section) => section.rowKey === rowKey);
    if (at < 0) return;
    setValue(`content.${at}.exam`, next(getValues(`content.${at}.exam`)), {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: formState.isSubmitted,
    });
  };
  const mayDelete = (questionId: string) => {
    const { id, title } = getValues(`content.${index}`);
    if (id === undefined) return Promise.resolve(true);
    return agree({ courseId, sectionId: id, questionId, title });
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
        mayDelete={mayDelete}
        refused={fieldState.error ? formState.submitCount : 0}
        told={(place) => messageAt(fieldState.error, place)}
      />
      {dialog}
    </Suspense>
  );
}

function messageAt(error: unknown, place: string): string | undefined {
  const message: unknown = get(error, `${place}.message`);
  return typeof message === 'string' ? message : undefined;
}
