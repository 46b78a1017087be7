import { type ReactNode, useState } from 'react';
import { losesMore } from '#domain/courses/lost-sections';
import { m } from '#web/lib/messages.ts';
import type { Change } from '#web/lib/saving/use-versioned-save.ts';
import type { CourseValues } from '../form-values.ts';
import type { CourseChange } from '../queries.ts';
import { LossDialog } from './loss-dialog.tsx';

interface Asked {
  readonly change: CourseChange;
  readonly answer: (agrees: boolean) => void;
}

/** Asks before a save of a course or a post takes sections or exams from learners; `agree` answers at once where it takes none. */
export function useLossQuestion(note = m.admin_loss_undo()): {
  agree: (id: string, change: Change<CourseValues>, agreed: Change<CourseValues> | null) => Promise<boolean>;
  question: (courseTitle: string) => ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const agree = async (
    id: string,
    { from, to }: Change<CourseValues>,
    agreed: Change<CourseValues> | null,
  ) => {
    const before = agreed && { from: agreed.from.content, to: agreed.to.content };
    if (!losesMore({ from: from.content, to: to.content }, before)) return true;
    const content = to.content.map((section) => ({
      ...(section.id !== undefined && { id: section.id }),
      sectionType: section.sectionType,
    }));
    return new Promise<boolean>((answer) => setAsked({ change: { id, content }, answer }));
  };
  const answer = (agrees: boolean) => {
    asked?.answer(agrees);
    setAsked(null);
    return null;
  };
  const question = (courseTitle: string) => (
    <LossDialog
      change={asked?.change ?? null}
      courseTitle={courseTitle}
      title={m.ui_confirm_title()}
      text={m.admin_loss_text()}
      note={note}
      confirm={m.admin_loss_confirm()}
      onCancel={() => answer(false)}
      onConfirm={() => answer(true)}
    />
  );
  return { agree, question };
}
