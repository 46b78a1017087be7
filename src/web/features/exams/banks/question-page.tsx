import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { BankQuestion } from '#contract/banks';
import { type BankQuestionForm, bankQuestionForm } from '#contract/questions/bank-form';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { ApiError, failureCode } from '#web/lib/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { useNoteVisit } from '#web/lib/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SaveConflict } from '#web/ui/save-conflict.tsx';
import { TagInput } from '#web/ui/tag-input.tsx';
import { AddQuestion } from '../author/add-question.tsx';
import { faultsOf, within } from '../author/faults.ts';
import { focusFault } from '../author/focus-fault.ts';
import { QuestionEditor } from '../author/question-editor.tsx';
import { TryExam } from '../author/try-exam.tsx';
import { KIND_WORDS } from '../kinds/kind-words.ts';
import { bankQuery, bankQuestionQuery } from './bank-queries.ts';
import { BankUses } from './bank-uses.tsx';
import classes from './banks.module.css';
import { compareQuestions } from './compare-questions.ts';
import { QuestionVersions } from './question-versions.tsx';

interface QuestionPageProps {
  bankId: string;
  /** Id of a question, or "new". */
  id: string;
}

/** A question of a bank: written, tried, saved as its next version. */
export function QuestionPage({ bankId, id }: QuestionPageProps) {
  const api = useApi();
  const isNew = id === 'new';
  const bank = useQuery(bankQuery(api, bankId));
  const stored = useQuery({ ...bankQuestionQuery(api, id), enabled: !isNew });
  const [fresh, setFresh] = useState<BankQuestionForm | null>(null);
  const error = bank.error ?? stored.error;
  if (error) return <ErrorState error={error} heading="h1" />;
  if (!bank.data || (!isNew && stored.data === undefined)) return <LoadingState />;
  const form = isNew ? fresh : stored.data;
  const crumbs = [
    { label: m.banks_title(), to: '/admin/questions' as const },
    { label: bank.data.title, to: '/admin/questions/$bank' as const, params: { bank: bankId } },
    { label: isNew ? m.banks_question_new() : m.banks_question() },
  ];
  return (
    <Page>
      <Breadcrumbs crumbs={crumbs} />
      <PageHeader
        title={isNew ? m.banks_question_new() : m.banks_question_edit()}
        lead={form ? KIND_WORDS[form.question.kind]() : m.banks_question_kind()}
      />
      {isNew && !fresh && <AddQuestion onAdd={(question) => setFresh({ tags: [], question })} />}
      {form && (
        <Editor
          key={isNew ? form.question.id : id}
          bankId={bankId}
          form={form}
          stored={stored.data ?? null}
        />
      )}
      {!isNew && !stored.data && <p>{m.banks_question_missing()}</p>}
    </Page>
  );
}

interface EditorProps {
  bankId: string;
  form: BankQuestionForm;
  stored: BankQuestion | null;
}

function Editor({ bankId, form, stored: first }: EditorProps) {
  // What the form is based on: what is typed stays, whatever somebody else saves meanwhile.
  const [stored, setStored] = useState(first);
  const [conflict, setConflict] = useState<BankQuestion | null>(null);
  const host = useRef<HTMLDivElement>(null);
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const [value, setValue] = useState<BankQuestionForm>({ tags: form.tags, question: form.question });
  const [state, setState] = useState({ dirty: !stored, looks: false, busy: false });
  const [open, setOpen] = useState<'try' | 'delete' | null>(null);
  const adopt = (current: BankQuestion) => {
    setStored(current);
    setValue({ tags: current.tags, question: current.question });
    setState({ dirty: false, looks: false, busy: false });
  };
  if (first && stored && first.version > stored.version && !state.dirty) adopt(first);
  const fault = faultsOf(bankQuestionForm, value, state.looks);
  const change = (next: BankQuestionForm) => {
    setValue(next);
    setState((before) => ({ ...before, dirty: true }));
  };
  const sound = () => {
    if (bankQuestionForm.safeParse(value).success) return true;
    setState((before) => ({ ...before, looks: true }));
    setTimeout(() => focusFault(document.querySelector('main')));
    return false;
  };
  const leave = async (work: () => Promise<unknown>, done: string) => {
    const stillHere = noteVisit();
    setState((before) => ({ ...before, busy: true }));
    try {
      await work();
      setState({ dirty: false, looks: false, busy: false });
      toast({ title: done });
      await queryClient.invalidateQueries({ queryKey: ['admin', 'banks'] });
      if (stillHere())
        await navigate({ to: '/admin/questions/$bank', params: { bank: bankId }, ignoreBlocker: true });
    } catch (error) {
      setState((before) => ({ ...before, busy: false }));
      if (failureCode(error) === 'VERSION_CONFLICT' && error instanceof ApiError)
        setConflict((error.data as { current: BankQuestion }).current);
      else toastFailure(error, { title: m.banks_save_failed() });
    }
  };
  const save = (based = stored) => {
    if (!sound()) return;
    void leave(
      () =>
        based
          ? api.banks.saveQuestion({ ...value, id: based.id, version: based.version })
          : api.banks.addQuestion({ ...value, id: bankId }),
      m.banks_question_saved(),
    );
  };
  const take = ({ question, tags, version }: BankQuestion['versions'][number]) => {
    change({ tags, question });
    toast({ title: m.banks_version_taken({ version }), description: m.banks_version_taken_text() });
    host.current?.querySelector('textarea')?.focus();
  };
  return (
    <div className={classes.question} ref={host}>
      <TagInput
        label={m.banks_tags()}
        help={m.banks_tags_help()}
        value={value.tags}
        error={fault('tags') ?? fault('tags.0')}
        onChange={(tags) => change({ ...value, tags })}
      />
      <QuestionEditor
        question={value.question}
        fault={within(fault, 'question')}
        onChange={(question) => change({ ...value, question })}
      />
      <div className={classes.end}>
        <Button size="lg" disabled={state.busy} onClick={() => save()}>
          {state.busy ? m.auth_saving() : m.banks_question_save()}
        </Button>
        <Button variant="secondary" onClick={() => sound() && setOpen('try')}>
          {m.author_try()}
        </Button>
        {stored && (
          <Button variant="danger" onClick={() => setOpen('delete')}>
            {m.ui_delete()}
          </Button>
        )}
      </div>
      {stored && (
        <>
          <QuestionVersions stored={stored} form={value} onTake={take} />
          <BankUses uses={stored.uses} />
        </>
      )}
      {open === 'try' && (
        <TryExam
          exam={{ passMark: 50, settings: DEFAULT_SETTINGS, questions: [value.question], draws: [] }}
          onClose={() => setOpen(null)}
        />
      )}
      <ConfirmDialog
        open={open === 'delete'}
        text={m.banks_question_delete_text()}
        onCancel={() => setOpen(null)}
        onConfirm={() => {
          setOpen(null);
          if (stored)
            void leave(() => api.banks.removeQuestion({ id: stored.id }), m.author_question_deleted());
        }}
      />
      {conflict && (
        <SaveConflict
          title={m.banks_question_conflict()}
          rows={compareQuestions(value, conflict)}
          onKeepMine={() => {
            setConflict(null);
            setStored(conflict);
            save(conflict);
          }}
          onTakeTheirs={() => {
            setConflict(null);
            adopt(conflict);
          }}
          onClose={() => setConflict(null)}
        />
      )}
      <LeaveGuard dirty={() => state.dirty} saving={state.busy} />
    </div>
  );
}
