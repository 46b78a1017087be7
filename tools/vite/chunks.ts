/** What is put into one file each of the browser's code, by path without extension: styles of a name go with it. */

/** What every page is made of: one file compresses better than fifteen, and is asked for once. */
const SHELL = [
  'src/domain/language',
  'src/web/entry-client',
  'src/web/features/shell/document',
  'src/web/features/shell/layout',
  'src/web/lib/format',
  'src/web/ui/badges/cover-image',
  'src/web/ui/badges/level-badge',
  'src/web/ui/badges/tier-badge',
  'src/web/ui/feedback/empty-state',
  'src/web/ui/layout/page',
  'src/web/ui/link-button',
  'src/web/ui/text-link',
];

/** A course and its sections: the player and posts show parts of them, too, and one file compresses better than four. */
const COURSE = [
  'src/web/features/comments/comment-place',
  'src/web/features/courses/course-outline',
  'src/web/features/courses/course-page',
  'src/web/features/courses/course-section',
  'src/web/features/courses/section-text',
];

/** What lists are searched and paged with. */
const LISTS = [
  'src/web/ui/feedback/skeleton',
  'src/web/ui/fields/search-field',
  'src/web/ui/layout/page-header',
  'src/web/ui/layout/pagination',
  'src/web/ui/prose/marked-text',
];

/** The page of an author. */
const AUTHOR = [
  'src/web/features/authors/author-missing',
  'src/web/features/authors/author-page',
  'src/web/features/authors/author-query',
  'src/web/features/authors/load-author',
  'src/web/routes/-author',
];

/** Who wrote a course or post, on its page and for search engines. */
const BYLINE = ['src/web/features/authors/byline', 'src/web/lib/json-ld/author-json-ld'];

/** Every file that is named, without extension. */
export const CHUNK_FILES: readonly string[] = [...SHELL, ...COURSE, ...LISTS, ...AUTHOR, ...BYLINE];

const BASE =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/[\w-]+)\/(?!shim\/|.*(?:infinite|queriesObserver|useQueries|useBlocker|store-shim))|rolldown\/runtime/i;
const fileOf = (paths: readonly string[]) => new RegExp(`(?:${paths.join('|')})\\.`);

/** What the browser begins without: where the pages of administrators are, not what is on them. */
const LATE_ROUTES = /src\/web\/(?:route-tree\.gen\.ts|routes\/admin\.(?!\$\.)[^?]*\.tsx)$/;

export const CHUNKS = [
  { name: 'base', test: BASE },
  { name: 'shell', test: fileOf([...SHELL, 'src/messages/one/courses_size']) },
  { name: 'course', test: fileOf(COURSE) },
  { name: 'lists', test: fileOf(LISTS) },
  { name: 'authors', test: fileOf(AUTHOR) },
  { name: 'byline', test: fileOf(BYLINE) },
  { name: 'admin-routes', test: LATE_ROUTES },
];
