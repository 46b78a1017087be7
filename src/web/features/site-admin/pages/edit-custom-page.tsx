import { useQuery } from '@tanstack/react-query';
import { failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { editedPageQuery } from '../queries.ts';
import { CustomEditor, NEW_PAGE } from './custom-editor.tsx';
import { PAGES } from './paths.ts';

/** The editor of a page that the school added. */
export function EditCustomPage({ id }: { id: string }) {
  const { data, error } = useQuery(editedPageQuery(useApi(), id));
  if (data?.content.kind === 'custom') return <CustomEditor page={data} content={data.content} />;
  if (error && failureCode(error) === 'PAGE_NOT_FOUND')
    return (
      <EmptyState heading="h1" drawing="lost" title={m.pages_missing()} text={m.pages_missing_text()}>
        <LinkButton to={PAGES}>{m.pages_all()}</LinkButton>
        <LinkButton to="/admin/trash" variant="secondary">
          {m.admin_trash_title()}
        </LinkButton>
      </EmptyState>
    );
  return error ? <ErrorState error={error} /> : <LoadingState inline />;
}

/** The editor of a page that is not there yet; its first save leads to its own address. */
export function NewCustomPage({ onCreated }: { onCreated: (id: string) => void }) {
  return NEW_PAGE.content.kind === 'custom' ? (
    <CustomEditor page={NEW_PAGE} content={NEW_PAGE.content} onCreated={onCreated} />
  ) : null;
}
