import { useRouter } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** 'Page Not Found', with a real 404 status from the server. */
export function NotFound() {
  const router = useRouter();
  return (
    <EmptyState heading="h1" drawing="lost" title={m.shell_not_found_title()} text={m.shell_not_found_text()}>
      <LinkButton to="/">{m.shell_not_found_home()}</LinkButton>
      <Button variant="secondary" onClick={() => router.history.back()}>
        {m.shell_not_found_back()}
      </Button>
    </EmptyState>
  );
}
