import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Pagination } from '#web/ui/layout/pagination.tsx';
import { useLastPage } from '#web/ui/layout/use-last-page.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { NewBank } from './bank-dialog.tsx';
import { type BankListSearch, bankListQuery } from './bank-queries.ts';
import classes from './banks.module.css';

/** Question banks: find one, or begin one. */
export function BankList({ search }: { search: BankListSearch }) {
  const api = useApi();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const { data: list, error, isFetching } = useQuery(bankListQuery(api, search));
  const data = useLastPage(list, isFetching);
  const [creating, setCreating] = useState(false);
  const create = <Button onClick={() => setCreating(true)}>{m.banks_create()}</Button>;
  const actions = (
    <>
      <LinkButton to="/admin/trash" variant="secondary">
        {m.admin_trash_title()}
      </LinkButton>
      {create}
    </>
  );
  return (
    <Page>
      <PageHeader title={m.banks_title()} lead={m.banks_lead()} actions={actions} />
      <search className={classes.filters} data-one>
        <SearchBox
          size="sm"
          label={m.banks_search()}
          value={search.q}
          onChange={(q) =>
            navigate({
              to: '/admin/questions',
              search: q ? { q } : {},
              replace: true,
              resetScroll: false,
            })
          }
        />
      </search>
      {error && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data?.items.length === 0 && (
        <EmptyState title={m.banks_none()} text={search.q ? m.banks_none_found() : m.banks_none_text()} />
      )}
      {data && data.items.length > 0 && (
        <ListTable
          caption={m.banks_title()}
          columns={[m.banks_bank(), m.banks_questions(), m.banks_updated()]}
        >
          {data.items.map((bank) => (
            <tr key={bank.id}>
              <th scope="row">
                <TextLink to="/admin/questions/$bank" params={{ bank: bank.id }} quiet>
                  {bank.title}
                </TextLink>
                <small className={classes.about}>{bank.description}</small>
              </th>
              <td data-label={m.banks_questions()}>{bank.questions}</td>
              <td data-label={m.banks_updated()}>{formatDate(bank.updatedAt)}</td>
            </tr>
          ))}
        </ListTable>
      )}
      {data && (
        <Pagination
          page={data.page}
          pages={Math.ceil(data.total / data.pageSize)}
          link={(page, props) => <Link to="/admin/questions" search={{ ...search, page }} {...props} />}
        />
      )}
      {creating && (
        <NewBank
          onClose={() => setCreating(false)}
          onCreate={async (values) => {
            const stillHere = noteVisit();
            const { id } = await api.banks.create(values);
            if (stillHere()) await navigate({ to: '/admin/questions/$bank', params: { bank: id } });
          }}
        />
      )}
    </Page>
  );
}
