import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { impactQuery, type Removal } from '../queries.ts';
import { RemovalDialog } from './removal-dialog.tsx';

interface Asked {
  readonly removal: Removal;
  readonly answer: (agrees: boolean) => void;
}

/** Asks before a question goes that learners have met in an attempt; `agree` answers without a word where none has. */
export function useQuestionRemoval(): { agree: (removal: Removal) => Promise<boolean>; dialog: ReactNode } {
  const api = useApi();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const agree = async (removal: Removal) => {
    if (removal.courseId === null) return true;
    // What cannot be counted is asked about.
    const impact = await queryClient.fetchQuery(impactQuery(api, removal)).catch(() => null);
    if (impact?.attempts === 0) return true;
    return new Promise<boolean>((answer) => setAsked({ removal, answer }));
  };
  const answer = (agrees: boolean) => {
    asked?.answer(agrees);
    setAsked(null);
    return null;
  };
  const dialog = (
    <RemovalDialog
      removal={asked?.removal ?? null}
      text={m.admin_question_remove_text()}
      note={m.admin_question_remove_undo()}
      onCancel={() => answer(false)}
      onConfirm={() => answer(true)}
    />
  );
  return { agree, dialog };
}
