import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankQuestionForm } from '#contract/questions/bank-form';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { AddQuestion } from '../author/add-question.tsx';
import { KIND_SCREENS } from '../kinds/kind-screens.ts';
import { bankQuery, bankQuestionQuery } from './bank-queries.ts';
import { EditQuestion } from './edit-question.tsx';
import { NewQuestion } from './new-question.tsx';

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
  // What is typed stays, also when what is asked for once more does not come, or is gone.
  const keptBank = useKept(bank.data);
  const question = useKept(stored.data);
  const isHere = bank.data !== undefined && (isNew || stored.data !== undefined);
  const error = bank.error ?? stored.error;
  if (error && !isHere) return <ErrorState error={error} heading="h1" />;
  if (!isHere) return <LoadingState />;
  if (!keptBank)
    return (
      <EmptyState title={m.banks_missing()} heading="h1">
        <LinkButton to="/admin/questions">{m.banks_title()}</LinkButton>
      </EmptyState>
    );
  const form = isNew ? fresh : question;
  const crumbs = [
    { label: m.banks_title(), to: '/admin/questions' as const },
    { label: keptBank.title, to: '/admin/questions/$bank' as const, params: { bank: bankId } },
    { label: isNew ? m.banks_question_new() : m.banks_question() },
  ];
  return (
    <Page>
      <Breadcrumbs crumbs={crumbs} />
      <PageHeader
        title={isNew ? m.banks_question_new() : m.banks_question_edit()}
        lead={form ? KIND_SCREENS[form.question.kind].words() : m.banks_question_kind()}
      />
      {isNew && !fresh && <AddQuestion onAdd={(question) => setFresh({ tags: [], question })} />}
      {fresh && <NewQuestion bankId={bankId} form={fresh} />}
      {question && <EditQuestion bankId={bankId} latest={question} isGone={stored.data === null} />}
      {!isNew && !question && <p>{m.banks_question_missing()}</p>}
    </Page>
  );
}

/** What was there last, once it is there no more. */
function useKept<Data>(data: Data | null | undefined): Data | null {
  const [kept, setKept] = useState<Data | null>(null);
  if (data && data !== kept) setKept(data);
  return data ?? kept;
}
