import type { Hono } from 'hono';
import { SECURITY_PATH } from '#domain/accounts/profile-paths';
import { coursePath } from '#domain/courses/paths';
import { authorPath } from '#domain/site/author-path';
import { customPagePath } from '#domain/site/custom-page-path';
import { ICONS, makeIcon } from '#server/areas/admin/icons/make-icon';
import { themeSheet } from '#server/areas/settings/theme-sheet';
import { llmsText } from '#server/areas/site/llms-text';
import { makeManifest } from '#server/areas/site/make-manifest';
import type { Services } from '#server/services';
import type { HttpEnv } from '../request-scope.ts';
import { prepareReply, sendPrepared } from './prepared-reply.ts';
import type { ReplyStore } from './reply-store.ts';
import { FILE_POLICY } from './security-headers.ts';
import {
  selectListedAuthors,
  selectListedCourses,
  selectListedPages,
  selectOpenPosts,
} from './sitemap-sql.ts';

const STATIC_PAGES = [
  '/',
  '/courses',
  '/blogs',
  '/pricing',
  '/about',
  '/help',
  '/faq',
  '/contact',
  '/terms',
  '/privacy',
  '/cookies',
];
const MAX_ADDRESSES = 50_000;
/** So many addresses take 8 MB, compressed forms included. */
const MOST_BYTES = 9 * 1024 * 1024;
const FOR_EVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';
const A_YEAR_MS = 365 * 24 * 3600 * 1000;

export interface DocumentOptions {
  readonly services: Services;
  readonly store: ReplyStore;
  readonly headers: Readonly<Record<string, string>>;
}

/** The small texts that machines ask a site for. */
export function mountDocuments(app: Hono<HttpEnv>, { headers, services, store }: DocumentOptions): void {
  const { publicUrl } = services.config;
  const text = (body: string) => ({ body, type: 'text/plain; charset=utf-8' });
  const documents: Record<string, () => { body: string; type: string }> = {
    '/robots.txt': () => text(robots(publicUrl)),
    '/.well-known/security.txt': () => text(securityText(publicUrl, services.clock.now())),
  };
  for (const [path, make] of Object.entries(documents)) {
    app.get(path, (context) => {
      const { body, type } = make();
      context.get('scope').route = path;
      return context.body(body, 200, {
        'content-type': type,
        'cache-control': AN_HOUR,
        'content-security-policy': FILE_POLICY,
      });
    });
  }
  app.get('/.well-known/change-password', (context) => {
    context.get('scope').route = '/.well-known/change-password';
    return context.redirect(SECURITY_PATH, 302);
  });
  app.get('/manifest.webmanifest', async (context) => {
    context.get('scope').route = '/manifest.webmanifest';
    const type = { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' };
    return context.body(await makeManifest(services), 200, type);
  });
  app.get('/theme/:file{v1-[0-9a-f]{6}\\.css}', (context) => {
    context.get('scope').route = '/theme/{color}.css';
    const sheet = themeSheet(`#${context.req.param('file').slice(3, 9)}`);
    return context.body(sheet, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': FOR_EVER });
  });
  for (const icon of ICONS)
    app.get(`/${icon}`, async (context) => {
      context.get('scope').route = `/${icon}`;
      const { bytes, type } = await makeIcon(services, icon);
      return context.body(new Uint8Array(bytes), 200, {
        'content-type': type,
        'cache-control': AN_HOUR,
        'content-security-policy': FILE_POLICY,
      });
    });
  const kept: Record<string, { make: (services: Services) => Promise<string>; type: string }> = {
    '/sitemap.xml': { make: sitemap, type: 'application/xml; charset=utf-8' },
    '/llms.txt': { make: llmsText, type: 'text/plain; charset=utf-8' },
  };
  for (const [path, { make, type }] of Object.entries(kept))
    app.get(path, async (context) => {
      context.get('scope').route = path;
      const found =
        store.find(path) ??
        (await store.fill(
          path,
          async () => {
            const made = await prepareReply(200, Buffer.from(await make(services)), {
              'content-type': type,
              'cache-control': 'public, max-age=0, must-revalidate',
              vary: 'Accept-Encoding',
            });
            return { made, keep: made };
          },
          MOST_BYTES,
        ));
      return sendPrepared(found, context.req.raw.headers, headers);
    });
}

function robots(publicUrl: string): string {
  const closed = ['/admin', '/api/', '/dashboard', '/dev/', '/profile'].map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...closed, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}

function securityText(publicUrl: string, now: Date): string {
  const expires = new Date(now.getTime() + A_YEAR_MS).toISOString();
  return `Contact: ${publicUrl}/contact\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${publicUrl}/.well-known/security.txt\n`;
}

/** Pages that are worth finding: every course that is listed, since a closed one says what it teaches and costs; posts that everybody may read, and pages of the school. */
async function sitemap({ config, db }: Services): Promise<string> {
  const courses = await selectListedCourses(db.kysely, MAX_ADDRESSES - STATIC_PAGES.length);
  const free = MAX_ADDRESSES - STATIC_PAGES.length - courses.length;
  const authors = await selectListedAuthors(db.kysely, free);
  const pages = await selectListedPages(db.kysely, free - authors.length);
  const room = free - authors.length - pages.length;
  const posts = await selectOpenPosts(db.kysely, room);
  const entry = (path: string, updatedAt?: Date) =>
    `<url><loc>${config.publicUrl}${path}</loc>${updatedAt ? `<lastmod>${new Date(updatedAt).toISOString()}</lastmod>` : ''}</url>`;
  const entries = [
    ...STATIC_PAGES.map((path) => entry(path)),
    ...[...courses, ...posts].map((course) => entry(coursePath(course), course.updated_at)),
    ...pages.map(({ slug, updated_at }) => entry(customPagePath(slug), updated_at)),
    ...authors.map(({ slug, updated_at }) => entry(authorPath(slug), updated_at)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}
