import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ContactPage } from '#web/features/site/contact-page.tsx';
import { contactDetailsQuery } from '#web/features/site/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useApi } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/contact')({
  loader: ({ context: { api, queryClient } }) =>
    queryClient.ensureQueryData(contactDetailsQuery(api)).then(() => null),
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.site_contact(),
      description: m.site_contact_head(),
      path: '/contact',
      crumbs: [{ label: m.site_home(), to: '/' }, { label: m.site_contact() }],
    }),
  component: PageOfContact,
});

function PageOfContact() {
  const { data } = useSuspenseQuery(contactDetailsQuery(useApi()));
  return <ContactPage details={data} />;
}
