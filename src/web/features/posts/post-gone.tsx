import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '#web/lib/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';

/** Says why and leads back to the blogs, once the page stands (spec section 2). */
export function PostGone({ isMissing }: { isMissing: boolean }) {
  const navigate = useNavigate();
  const title = isMissing ? m.posts_missing_title() : m.posts_error();
  const description = isMissing ? m.posts_missing() : m.posts_one_failed();
  useEffect(() => {
    toast({ title, description, variant: 'destructive' });
    navigate({ to: '/blogs', replace: true });
  }, [description, navigate, title]);
  return (
    <Page>
      <div data-live>
        <EmptyState heading="h1" drawing="broken" title={title} text={description} />
      </div>
    </Page>
  );
}
