import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { NEW_COURSE } from './paths.ts';

/** What the landing page says while there is no course, with the way to the first one for administrators. */
export function NoCourses() {
  const user = useUser();
  return (
    <EmptyState title={m.site_landing_empty()} text={m.site_landing_empty_text()} heading="h3" compact>
      {user?.role === 'admin' && <LinkButton to={NEW_COURSE}>{m.site_landing_empty_create()}</LinkButton>}
    </EmptyState>
  );
}
