import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Document } from '#web/features/shell/document.tsx';
import { Layout } from '#web/features/shell/layout.tsx';
import type { Api } from '#web/lib/api/api-client.ts';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { sessionQuery } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import sans from '#web/theme/fonts/sans.woff2?url';
import serif from '#web/theme/fonts/serif-600.woff2?url';
import { Examples } from '#web/ui/prose/examples.ts';

interface RouterContext {
  readonly api: Api;
  readonly queryClient: QueryClient;
  /** In the browser: brings the routes that few people go to. */
  addLateRoutes?: () => Promise<void>;
  /** On the server: what every script of the renderer carries. */
  nonce?: string;
}

const FONT = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const;

/** The fonts, the color, and the icon of the school. */
function lookOf(queryClient: QueryClient) {
  const {
    icon = '',
    school: { color, fonts },
  } = siteInfo(queryClient);
  return [
    ...(fonts === 'sans' ? [] : [{ ...FONT, href: serif }]),
    ...(fonts === 'serif' ? [] : [{ ...FONT, href: sans }]),
    ...(color ? [{ rel: 'stylesheet', href: `/theme/v1-${color.slice(1)}.css` }] : []),
    { rel: 'icon', href: `/favicon.svg${icon}`, type: 'image/svg+xml' },
    { rel: 'apple-touch-icon', href: `/apple-touch-icon.png${icon}` },
  ];
}

/** Readers of feeds look for them on whatever page they are given. */
const FEEDS = ['rss', 'atom'].map((format) => ({
  rel: 'alternate',
  type: `application/${format}+xml`,
  href: `/feed.${format}`,
}));

/** Until a page says its own. Where only the root matches, nothing is at this address. */
function titleOf(queryClient: QueryClient, isLost: boolean) {
  const { name: school } = siteInfo(queryClient).school;
  if (!isLost) return [{ title: school }];
  return [{ title: `${m.shell_not_found_title()} · ${school}` }, { name: 'robots', content: 'noindex' }];
}

export const Route = createRootRouteWithContext<RouterContext>()({
  ssr: true,
  loader: ({ context }) => context.queryClient.ensureQueryData(sessionQuery(context.api)).then(() => null),
  head: ({ match, matches }) => ({
    meta: [
      { name: 'color-scheme', content: 'light dark' },
      ...titleOf(match.context.queryClient, matches.length === 1),
    ],
    links: [
      ...lookOf(match.context.queryClient),
      ...FEEDS,
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
  }),
  shellComponent: Document,
  component: Root,
});

function Root() {
  const { labs } = siteInfo(useQueryClient());
  return (
    <Examples value={labs === 'off' ? null : openExample}>
      <Layout bell={bell} keeper={<MemberWatch />} />
    </Examples>
  );
}

// Nobody downloads it before pressing the button of an example.
const openExample = () =>
  import('#web/features/labs/example/mount-example.tsx').then((it) => it.mountExample);

const Bell = latePart(() => import('#web/features/notifications/bell.tsx'), 'Bell');

// Visitors have no session, and never took an exam.
const MemberWatch = latePart(() => import('./-member-watch.tsx'), 'MemberWatch');

/** Only members have an inbox: visitors never download its bell. */
function bell(className: string | undefined) {
  return (
    <Suspense fallback={<span className={className} />}>
      <Bell className={className} />
    </Suspense>
  );
}
