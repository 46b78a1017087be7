import { useEffect } from 'react';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';

/** The feed could not be loaded: said in the page and in a toast (spec section 8). */
export function FeedError({ error }: { error: unknown }) {
  useEffect(() => {
    toastFailure(error, { title: m.posts_error(), description: m.posts_load_failed() });
  }, [error]);
  return <ErrorState error={error} title={m.posts_load_failed()} />;
}
