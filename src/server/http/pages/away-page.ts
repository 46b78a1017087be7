import { html } from 'hono/html';
import { z } from 'zod';
import { language, readingDirection } from '#domain/language';
import type { Failure } from '#server/failure';
import { m } from '../../../messages/messages.js';
import { PLAIN_PAGE_POLICY } from './security-headers.ts';

/** In seconds. */
const AGAIN_AFTER = 10;

/** What a browser shows while the database is away and nothing of the page is kept: nobody can be told from a visitor then. */
export function awayPage(): Promise<Response> {
  const title = m.errors_database_unavailable_title();
  const text = m.errors_database_unavailable_description();
  return plainPage({ status: 503, title, text, againAfter: AGAIN_AFTER });
}

/** What a browser shows whose address has asked for too many pages that have to be drawn. */
export function busyPage({ data }: Failure): Promise<Response> {
  const title = m.errors_rate_limited_title();
  const text = m.errors_rate_limited_description();
  const { retryAfter } = z.object({ retryAfter: z.number() }).parse(data);
  return plainPage({ status: 429, title, text, againAfter: retryAfter });
}

interface Plain {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** In seconds: a browser that shows it asks again by itself. */
  readonly againAfter: number;
}

async function plainPage({ againAfter, status, text, title }: Plain): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="${language()}" dir="${readingDirection()}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta http-equiv="refresh" content="${againAfter}" />
        <title>${title}</title>
        <style>
          :root { color-scheme: light dark; background: light-dark(#fbfaf7, #12151b); color: light-dark(#15181e, #e8e6e1); }
          body { max-width: 34rem; margin: 20vh auto; padding: 0 1.5rem; font: 1.0625rem/1.6 system-ui, sans-serif; text-align: center; text-wrap: balance; }
          h1 { font: 600 1.75rem/1.3 Georgia, serif; }
          a { color: light-dark(#15427a, #8db8f0); }
        </style>
      </head>
      <body>
        <main><h1>${title}</h1><p>${text}</p><p><a href="">${m.shell_error_retry()}</a></p></main>
      </body>
    </html>`;
  return new Response(`${page}`, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PLAIN_PAGE_POLICY,
      'cache-control': 'no-store',
      'retry-after': `${againAfter}`,
    },
  });
}
