import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankQuestionForm } from '#contract/questions/bank-form';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
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
  const isHere = bank.data && (isNew || stored.data !== undefined);
  const error = bank.error ?? stored.error;
  // What is typed stays, also when what is asked for once more does not come.
  if (error && !isHere) return <ErrorState error={error} heading="h1" />;
  if (!bank.data || !isHere) return <LoadingState />;
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
        lead={form ? KIND_SCREENS[form.question.kind].words() : m.banks_question_kind()}
      />
      {isNew && !fresh && <AddQuestion onAdd={(question) => setFresh({ tags: [], question })} />}
      {fresh && <NewQuestion bankId={bankId} form={fresh} />}
      {stored.data && <EditQuestion bankId={bankId} latest={stored.data} />}
      {!isNew && !stored.data && <p>{m.banks_question_missing()}</p>}
    </Page>
  );
}
