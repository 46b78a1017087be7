import '#web/theme/styles.ts';
import { HeadContent, Scripts, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { language, readingDirection } from '#domain/language';
import { EARLY_CLICK_SCRIPT } from '#web/lib/early-click.ts';
import { EARLY_INPUT_SCRIPT } from '#web/lib/early-input.ts';
import { ASLEEP_SCRIPT } from '#web/lib/late/asleep.ts';
import { LATE_APP_SCRIPT } from '#web/lib/late/late-app.ts';
import { RANDOM_UUID_SCRIPT } from '#web/lib/random-uuid.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { SCHEME_SCRIPT } from '#web/theme/color-scheme.ts';

/** Only the server writes them: the browser has run them when our code arrives, and need not download them again. */
const HEAD_SCRIPT = import.meta.env.SSR
  ? `${SCHEME_SCRIPT};${ASLEEP_SCRIPT};${EARLY_CLICK_SCRIPT};${EARLY_INPUT_SCRIPT};${RANDOM_UUID_SCRIPT};${LATE_APP_SCRIPT}`
  : '';

/** The whole document is React's, head included: that is what makes hydration clean (joints, part 2). */
export function Document({ children }: { children: ReactNode }) {
  const { nonce, queryClient } = useRouteContext({ from: '__root__' });
  const { school, theme } = siteInfo(queryClient);
  return (
    <html
      lang={language()}
      dir={import.meta.env.SSR ? readingDirection() : document.documentElement.dir}
      data-color-scheme={theme.theme === 'dark' ? 'dark' : 'light'}
      data-default-theme={theme.theme}
      data-accent={school.color ? 'own' : theme.accent}
      data-fonts={school.fonts}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script
          {...(import.meta.env.SSR && { nonce })}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; its hash is in the policy of the page.
          dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }}
          suppressHydrationWarning
        />
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}
