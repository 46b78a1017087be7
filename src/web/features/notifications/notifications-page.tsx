import { useNavigate } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { SectionTabs } from '#web/ui/layout/section-tabs.tsx';
import { Inbox } from './inbox.tsx';
import { NoticePreferences } from './notice-preferences.tsx';

/** What happened for the signed-in person, and what of it they want to hear. */
export function NotificationsPage({ tab }: { tab: 'inbox' | 'preferences' }) {
  const navigate = useNavigate();
  return (
    <Page width="text">
      <PageHeader title={m.notices_title()} />
      <SectionTabs
        label={m.notices_title()}
        tabs={[
          { id: 'inbox', label: m.notices_tab_inbox() },
          { id: 'preferences', label: m.notices_tab_preferences() },
        ]}
        value={tab}
        onChange={(next) =>
          navigate({
            to: '/notifications',
            search: next === 'inbox' ? {} : { tab: next },
            replace: true,
            resetScroll: false,
          })
        }
      >
        {tab === 'inbox' ? <Inbox /> : <NoticePreferences />}
      </SectionTabs>
    </Page>
  );
}
