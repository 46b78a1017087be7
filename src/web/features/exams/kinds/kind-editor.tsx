import { type ComponentType, Suspense } from 'react';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import type { Fault } from '../author/faults.ts';
import type { FormQuestion } from '../author/form-question.ts';
import { KIND_SCREENS } from './kind-screens.ts';

interface AnyKindProps {
  question: FormQuestion;
  onChange: (question: FormQuestion) => void;
  fault: Fault;
}

/** What is particular to a question's kind. */
export function KindEditor(props: AnyKindProps) {
  // Each editor takes questions of its own kind, and this is the one of the question's kind.
  const Editor = KIND_SCREENS[props.question.kind].Editor as unknown as ComponentType<AnyKindProps>;
  return (
    <Suspense fallback={<LoadingState inline />}>
      <Editor {...props} />
    </Suspense>
  );
}
