import { useEffect } from 'react';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';

/** The About page could not be loaded: said in the page and in a toast, in the words of the specification. */
export function AboutError({ error }: { error: unknown }) {
  useEffect(() => {
    toastFailure(error, { title: m.site_about_toast(), description: m.site_about_toast_text() });
  }, [error]);
  return <ErrorState heading="h1" error={error} text={m.site_about_error()} />;
}
