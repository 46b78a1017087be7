import { html } from 'hono/html';
import { language, readingDirection } from '#domain/language';
import { m } from '../../../messages/messages.js';
import { PLAIN_PAGE_POLICY } from './security-headers.ts';

/** In seconds: a browser that shows it asks again by itself. */
const AGAIN_AFTER = 10;

/** What a browser shows while the database is away and nothing of the page is kept: nobody can be told from a visitor then. */
export async function awayPage(): Promise<Response> {
  const title = m.errors_database_unavailable_title();
  const page = await html`<!doctype html>
    <html lang="${language()}" dir="${readingDirection()}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta http-equiv="refresh" content="${AGAIN_AFTER}" />
        <title>${title}</title>
        <style>
          :root { color-scheme: light dark; background: light-dark(#fbfaf7, #12151b); color: light-dark(#15181e, #e8e6e1); }
          body { max-width: 34rem; margin: 20vh auto; padding: 0 1.5rem; font: 1.0625rem/1.6 system-ui, sans-serif; text-align: center; text-wrap: balance; }
          h1 { font: 600 1.75rem/1.3 Georgia, serif; }
          a { color: light-dark(#15427a, #8db8f0); }
        </style>
      </head>
      <body>
        <main><h1>${title}</h1><p>${m.errors_database_unavailable_description()}</p><p><a href="">${m.shell_error_retry()}</a></p></main>
      </body>
    </html>`;
  return new Response(`${page}`, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PLAIN_PAGE_POLICY,
      'cache-control': 'no-store',
      'retry-after': `${AGAIN_AFTER}`,
    },
  });
}
