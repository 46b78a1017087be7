import { coursePath } from '#domain/courses/paths';
import { customPagePath } from '#domain/site/custom-page-path';
import type { Services } from '#server/services';
import { m } from '../../../messages/messages.js';
import { selectPublishedPages } from './custom/custom-sql.ts';
import { selectCourseWords, selectPostWords } from './llms-sql.ts';

/** Of each kind: who reads the list reads all of it. The sitemap has the rest. */
const MAX = 500;

interface Entry {
  readonly path: string;
  readonly title: string;
  readonly text?: string;
}

/** What the school offers to everybody, as a list in Markdown for programs that read it (llmstxt.org). */
export async function llmsText({ config, db, settings }: Services): Promise<string> {
  const { school } = await settings.current();
  const courses = await selectCourseWords(db.kysely, MAX);
  const posts = await selectPostWords(db.kysely, MAX);
  const own = await selectPublishedPages(db.kysely, { contains: '', limit: MAX });
  const part = (title: string, entries: readonly Entry[]) =>
    entries.length === 0 ? [] : ['', `## ${plain(title)}`, '', ...entries.map(line)];
  const line = ({ path, text, title }: Entry) =>
    `- [${plain(title)}](${config.publicUrl}${path})${text ? `: ${plain(text)}` : ''}`;
  return [
    `# ${plain(school.name)}`,
    '',
    `> ${plain(school.description || m.shell_description())}`,
    ...part(m.courses_title(), courses.map(entryOf)),
    ...part(m.posts_title(), posts.map(entryOf)),
    ...part(m.site_about(), [
      ...pages(),
      ...own.map(({ slug, title }) => ({ path: customPagePath(slug), title })),
    ]),
    '',
  ].join('\n');
}

const entryOf = ({
  description,
  title,
  ...course
}: Awaited<ReturnType<typeof selectCourseWords>>[number]): Entry => ({
  path: coursePath(course),
  title,
  text: description,
});

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
