import { useLayoutEffect, useRef, useState } from 'react';
import type { BankQuestionForm } from '#contract/questions/bank-form';
import { m } from '#web/lib/messages.ts';
import { useSent } from '#web/lib/saving/use-sent.ts';
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
  const shown = useRef(value);
  useLayoutEffect(() => {
    shown.current = value;
  });
  const { isSent, sending, settled } = useSent(() => shown.current);
  const { isDone, isLeaving, leave } = useLeaveQuestion(bankId);
  const add = () => sending(value, () => api.banks.addQuestion({ ...value, id: bankId }));
  return (
    <div className={classes.question}>
      <QuestionForm
        value={value}
        busy={isLeaving}
        isLocked={isLeaving}
        onChange={setValue}
        onSave={() => leave(add, m.banks_question_saved())}
      />
      <LeaveGuard dirty={() => !isDone} isSent={isSent} settled={settled} />
    </div>
  );
}
