import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { LOGIN, REGISTER } from './paths.ts';

/** The feed of articles while there are none; a visitor is told that some are for members. */
export function BlogsPage() {
  const user = useUser();
  return (
    <Page>
      <PageHeader title={m.site_blogs()} lead={m.site_blogs_lead()} />
      <EmptyState
        drawing="talk"
        title={m.site_blogs_empty()}
        text={user ? m.site_blogs_empty_text() : m.site_blogs_login()}
      >
        {!user && (
          <>
            <LinkButton to={LOGIN}>{m.site_blogs_login_button()}</LinkButton>
            <LinkButton to={REGISTER} variant="secondary">
              {m.site_blogs_register()}
            </LinkButton>
          </>
        )}
      </EmptyState>
    </Page>
  );
}
