import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { BankDetail } from '#contract/exams/banks';
import { KIND_NAMES } from '#domain/exams/kinds/kinds';
import { summaryOf } from '#domain/exams/results/summary-of';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { FilterSelect } from '#web/ui/fields/filter-select.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { Pagination } from '#web/ui/layout/pagination.tsx';
import { useLastPage } from '#web/ui/layout/use-last-page.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { KIND_SCREENS } from '../kinds/kind-screens.ts';
import { bankQuestionsQuery, type QuestionListSearch } from './bank-queries.ts';
import classes from './banks.module.css';

interface QuestionTableProps {
  bank: BankDetail;
  search: QuestionListSearch;
}

/** The questions of a bank: search, filter, open. */
export function QuestionTable({ bank, search }: QuestionTableProps) {
  const navigate = useNavigate();
  const { data: list, error, isFetching } = useQuery(bankQuestionsQuery(useApi(), bank.id, search));
  const data = useLastPage(list, isFetching);
  const change = (changes: { q?: string; tag?: string | undefined; kind?: string | undefined }) => {
    const next = Object.entries({ ...search, page: undefined, ...changes }).filter(([, value]) => value);
    navigate({
      to: '/admin/questions/$bank',
      params: { bank: bank.id },
      search: Object.fromEntries(next),
      replace: true,
      resetScroll: false,
    });
  };
  const isFiltered = Boolean(search.q || search.tag || search.kind);
  return (
    <>
      <search className={classes.filters}>
        <SearchBox
          size="sm"
          label={m.banks_questions_search()}
          value={search.q}
          onChange={(q) => change({ q })}
        />
        <FilterSelect
          label={m.banks_tag()}
          all={m.banks_all_tags()}
          options={bank.tags.map(({ tag }) => tag)}
          word={(tag) => `${tag} (${bank.tags.find((one) => one.tag === tag)?.questions ?? 0})`}
          value={search.tag}
          onChange={(tag) => change({ tag })}
        />
        <FilterSelect
          label={m.author_kind()}
          all={m.banks_all_kinds()}
          options={KIND_NAMES}
          word={(kind) => KIND_SCREENS[kind].words()}
          value={KIND_NAMES.find((kind) => kind === search.kind)}
          onChange={(kind) => change({ kind })}
        />
      </search>
      {error && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      <p className="sr-only" role="status">
        {data && m.banks_found({ count: data.total })}
      </p>
      {data?.items.length === 0 && (
        <EmptyState
          title={m.banks_questions_none()}
          text={isFiltered ? m.banks_none_found() : m.banks_questions_none_text()}
        />
      )}
      {data && data.items.length > 0 && (
        <ListTable
          caption={m.banks_questions()}
          columns={[
            m.banks_question(),
            m.author_kind(),
            m.banks_tags(),
            m.banks_version(),
            m.banks_updated(),
          ]}
        >
          {data.items.map(({ id, kind, prompt, tags, updatedAt, version }) => (
            <tr key={id}>
              <th scope="row">
                <TextLink
                  to="/admin/questions/$bank/$question"
                  params={{ bank: bank.id, question: id }}
                  quiet
                >
                  {summaryOf(prompt)}
                </TextLink>
              </th>
              <td>{KIND_SCREENS[kind].words()}</td>
              <td>
                <span className={classes.tags}>
                  {tags.map((tag) => (
                    <span key={tag} className={classes.tag}>
                      {tag}
                    </span>
                  ))}
                </span>
              </td>
              <td data-label={m.banks_version()}>{version}</td>
              <td data-label={m.banks_updated()}>{formatDate(updatedAt)}</td>
            </tr>
          ))}
        </ListTable>
      )}
      {data && (
        <Pagination
          page={data.page}
          pages={Math.ceil(data.total / data.pageSize)}
          link={(page, props) => (
            <Link
              to="/admin/questions/$bank"
              params={{ bank: bank.id }}
              search={{ ...search, page }}
              {...props}
            />
          )}
        />
      )}
    </>
  );
}
