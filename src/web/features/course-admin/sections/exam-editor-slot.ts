import { type ComponentType, createContext } from 'react';
import type { ExamForm } from '#contract/exams/exam-form';

interface ExamEditorProps {
  value: ExamForm | null;
  /** What questions can belong to. */
  lessons: readonly { readonly key: string; readonly title: string }[];
  /** Changes the exam as it stands then: an undo may come after other changes, and after the editor was closed. */
  onChange: (change: (now: ExamForm | null) => ExamForm) => void;
  /** Asks before this question is deleted; false: it stays. */
  mayDelete: (question: string) => Promise<boolean>;
  /** Counts how often a faulty exam was to be saved. */
  refused: number;
  /** What the server said of a place of the exam: `told('draws.0.bank')`. */
  told: (path: string) => string | undefined;
}

/** The editor of exams is a feature of its own and is loaded where an exam is edited: routes bring it. */
export const ExamEditorSlot = createContext<ComponentType<ExamEditorProps> | null>(null);
