import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { BankDetail } from '#contract/exams/banks';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useRestore } from '#web/lib/saving/use-restore.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { BankImports } from './bank-imports.tsx';
import { bankImportsQuery, bankQuery, bankQuestionsQuery, type QuestionListSearch } from './bank-queries.ts';
import { BankUses } from './bank-uses.tsx';
import classes from './banks.module.css';
import { EditBank } from './edit-bank.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { QuestionTable } from './question-table.tsx';

interface BankPageProps {
  id: string;
  search: QuestionListSearch;
}

/** A question bank: its questions, and the exams that draw from it. */
export function BankPage({ id, search }: BankPageProps) {
  const api = useApi();
  const { data: bank, error } = useQuery(bankQuery(api, id));
  // Asked at once, so that no part of the page moves when another arrives.
  const questions = useQuery(bankQuestionsQuery(api, id, search));
  const imports = useQuery(bankImportsQuery(api, id));
  if (error && !bank) return <ErrorState error={error} heading="h1" />;
  if (bank === undefined) return <LoadingState />;
  if (bank === null)
    return (
      <EmptyState title={m.banks_missing()} heading="h1">
        <LinkButton to="/admin/questions">{m.banks_title()}</LinkButton>
      </EmptyState>
    );
  if (questions.isPending || imports.isPending) return <LoadingState />;
  return <Bank bank={bank} search={search} />;
}

function Bank({ bank, search }: { bank: BankDetail; search: QuestionListSearch }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const restore = useRestore();
  // Each opening is another one: work of an earlier one does not close it.
  const { ask, asked, close } = useAsked<{ readonly to: 'edit' | 'import' | 'delete' }>();
  const remove = async () => {
    const stillHere = noteVisit();
    try {
      await api.banks.remove({ id: bank.id });
      await queryClient.invalidateQueries({ queryKey: ['admin', 'banks', 'list'] });
      const done = { title: m.banks_restored(), description: bank.title };
      const run = () => void restore(() => api.banks.restore({ id: bank.id }), done);
      toast({ title: m.banks_deleted(), action: { label: m.admin_undo(), run } });
      if (stillHere()) await navigate({ to: '/admin/questions' });
    } catch (error) {
      toastFailure(error, { title: m.banks_delete_failed() });
      close(asked);
    }
  };
  return (
    <Page>
      <Breadcrumbs crumbs={[{ label: m.banks_title(), to: '/admin/questions' }, { label: bank.title }]} />
      <PageHeader
        title={bank.title}
        lead={bank.description}
        actions={
          <>
            <LinkButton to="/admin/questions/$bank/$question" params={{ bank: bank.id, question: 'new' }}>
              {m.author_question_add()}
            </LinkButton>
            <Button variant="secondary" onClick={() => ask({ to: 'import' })}>
              {m.banks_import()}
            </Button>
            <Button variant="secondary" onClick={() => ask({ to: 'edit' })}>
              {m.banks_edit()}
            </Button>
            <Button variant="danger" onClick={() => ask({ to: 'delete' })}>
              {m.ui_delete()}
            </Button>
          </>
        }
      />
      <QuestionTable bank={bank} search={search} />
      <BankUses uses={bank.uses} />
      <BankImports bankId={bank.id} />
      {asked?.to === 'import' && <ImportDialog bankId={bank.id} onClose={() => close(asked)} />}
      {asked?.to === 'edit' && <EditBank bank={bank} onClose={() => close(asked)} />}
      <ConfirmDialog
        open={asked?.to === 'delete'}
        text={
          <>
            {m.banks_delete_text({ title: bank.title, questions: bank.questions })}
            <span className={classes.note}>{m.banks_delete_note()}</span>
          </>
        }
        onCancel={() => close(asked)}
        onConfirm={remove}
      />
    </Page>
  );
}
