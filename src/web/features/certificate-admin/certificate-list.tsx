import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { StateFilter } from '#web/ui/fields/state-filter.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import classes from './certificate-list.module.css';
import { CertificateRow } from './certificate-row.tsx';
import { type CertificateSearch, certificatesQuery } from './queries.ts';

const STATES = [
  { state: undefined, label: m.certificates_admin_all },
  { state: 'valid', label: m.certificates_state_valid },
  { state: 'expired', label: m.certificates_state_expired },
  { state: 'revoked', label: m.certificates_state_revoked },
] as const;

/** Everything that was certified: searched, revoked, reissued. */
export function CertificateList({ search }: { search: CertificateSearch }) {
  const navigate = useNavigate();
  const query = useInfiniteQuery({
    ...certificatesQuery(useApi(), search),
    placeholderData: keepPreviousData,
  });
  const { data, error } = query;
  const items = data?.pages.flatMap((page) => page.items);
  const change = (changes: { [Name in keyof CertificateSearch]: CertificateSearch[Name] | undefined }) => {
    const next = Object.entries({ ...search, ...changes }).filter(([, value]) => value);
    navigate({
      to: '/admin/certificates',
      search: Object.fromEntries(next),
      replace: true,
      resetScroll: false,
    });
  };
  const plan = useTierName()('premium');
  return (
    <Page>
      <PageHeader title={m.certificates_title()} lead={m.certificates_admin_lead()} />
      <StateFilter
        search={m.certificates_admin_search()}
        q={search.q}
        legend={m.certificates_admin_state()}
        states={STATES}
        state={search.state}
        onChange={change}
      />
      {error && !items && <ErrorState error={error} heading="h2" />}
      {!items && !error && <LoadingState inline />}
      {items?.length === 0 && (
        <EmptyState
          title={m.certificates_admin_none()}
          text={
            search.q || search.state
              ? m.certificates_admin_none_found()
              : m.certificates_admin_none_text({ plan })
          }
        />
      )}
      {items && items.length > 0 && (
        <ListTable
          caption={m.certificates_title()}
          columns={[
            m.certificates_admin_holder(),
            m.certificates_admin_for(),
            m.certificates_admin_dates(),
            m.certificates_admin_state(),
            { label: m.certificates_admin_actions(), className: classes.actions },
          ]}
          stale={query.isPlaceholderData}
        >
          {items.map((certificate) => (
            <CertificateRow key={certificate.id} certificate={certificate} />
          ))}
        </ListTable>
      )}
      <MoreButton list={query}>{m.certificates_admin_more()}</MoreButton>
    </Page>
  );
}
