import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import type { BankQuestion } from '#contract/exams/banks';
import type { BankQuestionForm } from '#contract/questions/bank-form';
import { mergeQuestions } from '#domain/exams/merge-questions';
import { isSame } from '#domain/exams/same-question';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useRestore } from '#web/lib/saving/use-restore.ts';
import { useVersionedSave } from '#web/lib/saving/use-versioned-save.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ConflictDialog } from '#web/ui/dialogs/conflict-dialog.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LONG_TEXT } from '../author/focus-fault.ts';
import { bankQuestionQuery } from './bank-queries.ts';
import { BankUses } from './bank-uses.tsx';
import classes from './banks.module.css';
import { compareQuestions } from './compare-questions.ts';
import { QuestionForm } from './question-form.tsx';
import { QuestionVersions } from './question-versions.tsx';
import { useLeaveQuestion } from './use-leave-question.ts';

interface EditQuestionProps {
  bankId: string;
  /** As the server has it: newer than the form where somebody else saved meanwhile. */
  latest: BankQuestion;
  /** Somebody else deleted it meanwhile. */
  isGone: boolean;
}

/** A question of a bank: a save makes its next version, and stays here. */
export function EditQuestion({ bankId, isGone, latest }: EditQuestionProps) {
  const host = useRef<HTMLDivElement>(null);
  const api = useApi();
  const queryClient = useQueryClient();
  const restore = useRestore();
  const [value, setValue] = useState(() => formOf(latest));
  const shown = useRef(value);
  useLayoutEffect(() => {
    shown.current = value;
  });
  const [saving, setSaving] = useState(false);
  const [asks, setAsks] = useState(false);
  const { isLeaving, leave } = useLeaveQuestion(bankId);
  const editing = useVersionedSave<BankQuestion, BankQuestionForm>({
    begin: value,
    first: latest,
    merge: mergeQuestions,
    valuesOf: formOf,
    typed: () => shown.current,
    show: setValue,
    send: (next, version) => api.banks.saveQuestion({ ...next, id: latest.id, version }),
    onSaved: (saved, isMerged) => {
      toast({ title: m.banks_question_saved() });
      if (isMerged) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
      queryClient.setQueryData(bankQuestionQuery(api, saved.id).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: ['admin', 'banks'] });
    },
    onFailed: (error) => toastFailure(error, { title: m.banks_save_failed() }),
  });
  const { base, isSent, replace, settled, stored } = editing;
  const isDirty = !isSame(value, base.values);
  if (latest.version > stored.version && !isDirty && !saving) replace(latest);
  const save = async () => {
    setSaving(true);
    // The failure was shown already.
    await editing.save(value).catch(() => undefined);
    setSaving(false);
  };
  const remove = () => {
    const { id } = stored;
    const done = { title: m.banks_question_restored(), description: stored.question.prompt };
    const run = () => void restore(() => api.banks.restoreQuestion({ id }), done);
    const undo = { label: m.admin_undo(), run };
    return leave(() => api.banks.removeQuestion({ id }), m.author_question_deleted(), undo);
  };
  const take = ({ question, tags, version }: BankQuestion['versions'][number]) => {
    setValue({ tags, question });
    toast({ title: m.banks_version_taken({ version }), description: m.banks_version_taken_text() });
    host.current?.querySelector<HTMLElement>(LONG_TEXT)?.focus();
  };
  return (
    <div className={classes.question} ref={host}>
      {isGone && !isLeaving && <Notice>{m.banks_question_gone()}</Notice>}
      <QuestionForm
        value={value}
        busy={saving}
        onChange={setValue}
        onSave={save}
        actions={
          <>
            <Button variant="danger" busy={isLeaving} onClick={() => setAsks(true)}>
              {m.ui_delete()}
            </Button>
            {isDirty && !saving && <span className={classes.hint}>{m.admin_unsaved()}</span>}
          </>
        }
      />
      <QuestionVersions stored={stored} form={value} onTake={take} />
      <BankUses uses={stored.uses} />
      <ConfirmDialog
        open={asks}
        text={
          <>
            {m.banks_question_delete_text()}
            <span className={classes.note}>{m.banks_delete_note()}</span>
          </>
        }
        onCancel={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false);
          return remove();
        }}
      />
      <ConflictDialog title={m.banks_question_conflict()} saving={editing} compare={compareQuestions} />
      <LeaveGuard dirty={() => isDirty && !isLeaving} isSent={isSent} settled={settled} />
    </div>
  );
}

function formOf({ question, tags }: BankQuestion): BankQuestionForm {
  return { tags, question };
}
