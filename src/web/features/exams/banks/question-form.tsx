import { type ReactNode, useState } from 'react';
import { type BankQuestionForm, bankQuestionForm } from '#contract/questions/bank-form';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TagInput } from '#web/ui/fields/tag-input.tsx';
import { faultsOf, within } from '../author/faults.ts';
import { focusFault } from '../author/focus-fault.ts';
import { QuestionEditor } from '../author/question-editor.tsx';
import { TryExam } from '../author/try-exam.tsx';
import classes from './banks.module.css';

interface QuestionFormProps {
  value: BankQuestionForm;
  onChange: (value: BankQuestionForm) => void;
  /** Saves what is sound. */
  onSave: () => Promise<void>;
  /** It is being saved. */
  busy: boolean;
  /** What is changed now would be lost: what is saved leads elsewhere. */
  isLocked?: boolean;
  /** More that can be done. */
  actions?: ReactNode;
}

/** What a question of a bank is made of, with what saves and tries it. */
export function QuestionForm({
  actions,
  busy,
  isLocked = false,
  onChange,
  onSave,
  value,
}: QuestionFormProps) {
  // What is missing is said once somebody wanted to go on.
  const [looks, setLooks] = useState(false);
  const [tries, setTries] = useState(false);
  const fault = faultsOf(bankQuestionForm, value, looks);
  const isSound = () => {
    const { success } = bankQuestionForm.safeParse(value);
    setLooks(!success);
    if (!success) setTimeout(() => focusFault(document.querySelector('main')));
    return success;
  };
  return (
    <>
      <div className={classes.question} inert={isLocked}>
        <TagInput
          label={m.banks_tags()}
          help={m.banks_tags_help()}
          value={value.tags}
          error={fault('tags') ?? fault('tags.0')}
          onChange={(tags) => onChange({ ...value, tags })}
        />
        <QuestionEditor
          question={value.question}
          fault={within(fault, 'question')}
          onChange={(question) => onChange({ ...value, question })}
        />
      </div>
      <div className={classes.end}>
        <Button size="lg" busy={busy} onClick={() => isSound() && void onSave()}>
          {busy ? m.auth_saving() : m.banks_question_save()}
        </Button>
        <Button variant="secondary" onClick={() => setTries(isSound())}>
          {m.author_try()}
        </Button>
        {actions}
      </div>
      {tries && (
        <TryExam
          exam={{ passMark: 50, settings: DEFAULT_SETTINGS, questions: [value.question], draws: [] }}
          onClose={() => setTries(false)}
        />
      )}
    </>
  );
}
