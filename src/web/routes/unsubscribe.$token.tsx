import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribePage } from '#web/features/notifications/unsubscribe-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/unsubscribe/$token')({
  head: ({ match }) =>
    pageHead(match.context, { title: m.notices_unsubscribe_title(), path: '/unsubscribe', noindex: true }),
  component: Unsubscribe,
});

function Unsubscribe() {
  return <UnsubscribePage token={Route.useParams().token} />;
}
