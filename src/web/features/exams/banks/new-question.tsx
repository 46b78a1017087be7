import { useState } from 'react';
import type { BankQuestionForm } from '#contract/questions/bank-form';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import classes from './banks.module.css';
import { QuestionForm } from './question-form.tsx';
import { useLeaveQuestion } from './use-leave-question.ts';

interface NewQuestionProps {
  bankId: string;
  form: BankQuestionForm;
}

/** A question that is not in the bank yet; once it is, its author is back at the list. */
export function NewQuestion({ bankId, form }: NewQuestionProps) {
  const api = useApi();
  const [value, setValue] = useState(form);
  const { isLeaving, leave } = useLeaveQuestion(bankId);
  return (
    <div className={classes.question}>
      <QuestionForm
        value={value}
        busy={isLeaving}
        onChange={setValue}
        onSave={() => leave(() => api.banks.addQuestion({ ...value, id: bankId }), m.banks_question_saved())}
      />
      <LeaveGuard dirty={() => !isLeaving} />
    </div>
  );
}
