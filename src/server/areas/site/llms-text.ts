import type { Services } from '#server/services';
import { m } from '../../../messages/messages.js';
import { selectCourseWords, selectPostWords } from './llms-sql.ts';

/** Of each kind: who reads the list reads all of it. The sitemap has the rest. */
const MOST = 500;

interface Entry {
  readonly path: string;
  readonly title: string;
  readonly text?: string;
}

/** What the school offers to everybody, as a list in Markdown for programs that read it (llmstxt.org). */
export async function llmsText({ config, db, settings }: Services): Promise<string> {
  const { school } = await settings.current();
  const courses = await selectCourseWords(db.kysely, MOST);
  const posts = await selectPostWords(db.kysely, MOST);
  const part = (title: string, entries: readonly Entry[]) =>
    entries.length === 0 ? [] : ['', `## ${plain(title)}`, '', ...entries.map(line)];
  const line = ({ path, text, title }: Entry) =>
    `- [${plain(title)}](${config.publicUrl}${path})${text ? `: ${plain(text)}` : ''}`;
  return [
    `# ${plain(school.name)}`,
    '',
    `> ${plain(school.description || m.shell_description())}`,
    ...part(
      m.courses_title(),
      courses.map(({ description, slug, title }) => ({ path: `/courses/${slug}`, title, text: description })),
    ),
    ...part(
      m.posts_title(),
      posts.map(({ description, id, title }) => ({ path: `/blogs/${id}`, title, text: description })),
    ),
    ...part(m.site_about(), pages()),
    '',
  ].join('\n');
}

const pages = (): readonly Entry[] => [
  { path: '/about', title: m.site_about() },
  { path: '/pricing', title: m.plans_title() },
  { path: '/help', title: m.site_help() },
  { path: '/faq', title: m.site_faq_short() },
  { path: '/contact', title: m.site_contact() },
  { path: '/terms', title: m.site_terms() },
  { path: '/privacy', title: m.site_privacy() },
  { path: '/cookies', title: m.site_cookies() },
];

/** In one line, and without what Markdown would read as more than text. */
const plain = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\[\]<>]/g, '\\$&');
