import { useEffect } from 'react';
import { m } from '#web/lib/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { ErrorState } from '#web/ui/error-state.tsx';

/** The About page could not be loaded: said in the page and in a toast, in the words of the specification. */
export function AboutError({ error }: { error: unknown }) {
  useEffect(() => {
    toast({ title: m.site_about_toast(), description: m.site_about_toast_text(), variant: 'destructive' });
  }, []);
  return <ErrorState heading="h1" error={error} text={m.site_about_error()} />;
}
