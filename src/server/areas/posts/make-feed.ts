import { coursePath } from '#domain/courses/paths';
import { language } from '#domain/language';
import { type Tier, tiersUpTo } from '#domain/tiers';
import { separateIds } from '#domain/writing/separate-ids';
import type { Services } from '#server/services';
import { m } from '../../../messages/messages.js';
import { selectAuthorNames, selectFeed, selectTexts } from './sql.ts';

/** Entries of one feed; readers have seen what is older. */
const MAX = 40;

export interface FeedTexts {
  readonly rss: string;
  readonly atom: string;
}

/** The newest of what holders of this tier may read, as RSS and Atom, posts with their whole text. */
export async function makeFeed(
  { config, db, settings }: Services,
  tier: Tier,
  self: string,
): Promise<FeedTexts> {
  const { Feed } = await import('feed');
  const { publicUrl } = config;
  const { school } = await settings.current();
  const filter = { tiers: tiersUpTo(tier), kind: undefined, author: undefined, limit: MAX, offset: 0 };
  const { rows } = await selectFeed(db.kysely, filter);
  const posts = rows.filter(({ kind }) => kind === 'post');
  const texts = await selectTexts(
    db.kysely,
    posts.map(({ id }) => id),
  );
  const names = await selectAuthorNames(
    db.kysely,
    rows.map(({ id }) => id),
  );
  const feed = new Feed({
    id: publicUrl,
    link: `${publicUrl}/blogs`,
    title: safeInXml(school.name),
    description: safeInXml(school.description || m.shell_description()),
    language: language(),
    copyright: '',
    ...(rows[0] && { updated: rows[0].published_at }),
    feedLinks: { rss: `${publicUrl}${self}.rss`, atom: `${publicUrl}${self}.atom` },
  });
  for (const row of rows) {
    const link = `${publicUrl}${coursePath(row)}`;
    const content = separateIds(texts.get(row.id) ?? []).join('\n');
    feed.addItem({
      id: link,
      link,
      title: safeInCdata(asHtml(row.title)),
      description: safeInCdata(asHtml(row.description)),
      date: row.published_at,
      author: (names.get(row.id) ?? []).map((name) => ({ name: safeInXml(name) })),
      ...(content && { content: safeInCdata(content) }),
    });
  }
  return { rss: feed.rss2(), atom: feed.atom1() };
}

const FORBIDDEN_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Without the characters, such as those of terminals, that make readers refuse the whole feed. */
const safeInXml = (text: string): string => text.replace(FORBIDDEN_IN_XML, '');

/** Feeds hold HTML, and the library breaks up only the first "]]>" of a text. */
function safeInCdata(html: string): string {
  return safeInXml(html).replaceAll(']]>', ']]&gt;');
}

/** Titles and descriptions are plain text: in a feed, "<template>" would be taken for an element. */
const asHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
