import { useEffect } from 'react';
import { m } from '#web/lib/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { ErrorState } from '#web/ui/error-state.tsx';

/** The feed could not be loaded: said in the page and in a toast (spec section 8). */
export function FeedError({ error }: { error: unknown }) {
  useEffect(() => {
    toast({ title: m.posts_error(), description: m.posts_load_failed(), variant: 'destructive' });
  }, []);
  return <ErrorState error={error} title={m.posts_load_failed()} />;
}
