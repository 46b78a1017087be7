import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { FormAlert } from '#web/ui/fields/form.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { SectionTabs } from '#web/ui/layout/section-tabs.tsx';
import classes from './billing-page.module.css';
import { type Overview, overviewQuery } from './queries.ts';
import type { BillingSearch } from './section-props.ts';
import { sectionsOf, shownTabs } from './sections.ts';

/** What subscriptions bring in, what needs attention, what is sold, and why a person has their plan. */
export function BillingPage({ search }: { search: BillingSearch }) {
  const { data, error } = useQuery(overviewQuery(useApi()));
  return (
    <Page>
      <PageHeader title={m.billing_admin_title()} lead={m.billing_admin_lead()} />
      {error && !data && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data && <Tabs overview={data} search={search} />}
    </Page>
  );
}

function Tabs({ overview, search }: { overview: Overview; search: BillingSearch }) {
  const navigate = useNavigate();
  const { isSelling, isTestInPublic, livemode, takesPayments } = overview;
  const tabs = shownTabs(overview);
  const [first] = tabs;
  const tab = tabs.find(({ id }) => id === search.tab) ?? first;
  if (!tab) return null;
  return (
    <>
      {isTestInPublic && (
        <div className={classes.warning}>
          <FormAlert title={m.billing_admin_test_in_public()} text={m.billing_setup_test_key()} />
        </div>
      )}
      {takesPayments && !isSelling && (
        <div className={classes.warning}>
          <FormAlert title={m.billing_admin_not_selling()} text={m.billing_admin_not_selling_text()} />
        </div>
      )}
      {takesPayments ? (
        <p className={classes.mode}>{livemode ? m.billing_admin_live_mode() : m.billing_admin_test_mode()}</p>
      ) : (
        <EmptyState title={m.billing_admin_off()} text={m.billing_admin_off_text()} compact />
      )}
      <SectionTabs
        label={m.billing_admin_title()}
        tabs={tabs}
        value={tab.id}
        onChange={(id) =>
          navigate({ to: '/admin/billing', search: { tab: id }, replace: true, resetScroll: false })
        }
      >
        {sectionsOf(overview)
          .filter((section) => section.tab === tab.id)
          .map(({ Content, id }) => (
            <Content key={id} overview={overview} search={search} />
          ))}
      </SectionTabs>
    </>
  );
}
