import { createFileRoute } from '@tanstack/react-router';
import { HelpPage } from '#web/features/site/help-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/help')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.site_help(),
      description: m.site_help_head(),
      path: '/help',
      crumbs: [{ label: m.site_home(), to: '/' }, { label: m.site_help() }],
    }),
  component: HelpPage,
});
