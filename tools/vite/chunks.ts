import { type PlannedModule, planChunks } from './plan-chunks.ts';

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

/** What every page fetches once it stands. */
const LATE = ['src/web/features/shell/version-panel', 'src/web/ui/feedback/toaster'];

/** And what it fetches besides for everybody who is signed in. */
const MEMBER = [
  'src/web/features/exams/late/late-outbox',
  'src/web/features/notifications/bell',
  'src/web/features/shell/avatar-menu',
  'src/web/features/shell/log-out',
  'src/web/features/shell/sidebar-content',
  'src/web/routes/-member-watch',
];

/** Every file that is named, without extension. */
export const CHUNK_FILES: readonly string[] = [...SHELL, ...COURSE, ...LATE, ...MEMBER];

const BASE =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/[\w-]+)\/(?!shim\/|.*(?:infinite|queriesObserver|useQueries|useBlocker|store-shim))|rolldown\/runtime/i;
const fileOf = (paths: readonly string[]) => new RegExp(`(?:${paths.join('|')})\\.`);

/** What the browser begins without: where the pages of administrators are, not what is on them. */
const LATE_ROUTES = /src\/web\/(?:route-tree\.gen\.ts|routes\/admin\.(?!\$\.)[^?]*\.tsx)$/;

const PLACED = [
  { name: 'base', test: BASE },
  { name: 'shell', test: fileOf([...SHELL, 'src/messages/one/courses_size']) },
  { name: 'course', test: fileOf(COURSE) },
  { name: 'admin-routes', test: LATE_ROUTES },
];

const ENTRY = /src\/web\/entry-client\.tsx$/;
/** Pages of administrators and what those bring later. */
const FOR_FEW = /src\/web\/(?:routes\/admin\.|features\/[\w-]+-admin\/)/;
/** What visitors come to first, what is learned with, and what those pages fetch. */
const FOR_ALL =
  /src\/web\/(?:routes\/(?:-landing-code|index|courses\.index|courses\.\$slug|courses_\.\$slug\.(?:exams|learn)\.\$section)\.tsx|features\/labs\/lab-section|features\/shell\/version-panel|ui\/feedback\/toaster|ui\/prose\/furnish-prose)/;
/** Pages that people come to read. */
const FOR_READERS = /src\/web\/routes\/(?:about|blogs\.index|blogs\.\$id|authors\.\$slug)\.tsx/;
/** Pages that only people who are signed in see. */
const FOR_MEMBERS = /src\/web\/routes\/(?:admin\.|dashboard|my-courses|notifications|profile)/;
const LATE_FILE = fileOf(LATE);
const MEMBER_FILE = fileOf(MEMBER);
/** What the server or the check of sizes asks for by its name. */
const NAMED =
  /\?tsr-split=|src\/web\/(?:routes\/-landing-code|features\/(?:site\/blocks\/own-blocks|courses\/locked\/locked-course|learning\/load-player|labs\/(?:lab-section|editor\/.*))\.)|@codemirror/;

const weightOf = (id: string) =>
  FOR_ALL.test(id) ? 200 : FOR_READERS.test(id) ? 20 : FOR_FEW.test(id) ? 2 : 4;

interface ModuleInfo {
  readonly code: string | null;
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}
type GetModule = (id: string) => ModuleInfo | null;

function planFrom(getModule: GetModule, first: string): Map<string, string> {
  const modules = new Map<string, PlannedModule>();
  const open = [first];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const info = modules.has(id) ? null : getModule(id);
    if (!info) continue;
    const { importedIds: imports, dynamicallyImportedIds: fetches } = info;
    modules.set(id, { imports, fetches, bytes: info.code?.length ?? 0 });
    open.push(...imports, ...fetches);
  }
  return planChunks(modules, {
    isPlaced: (id) => ENTRY.test(id) || PLACED.some(({ test }) => test.test(id)),
    weightOf,
    companyOf: (id) => (LATE_FILE.test(id) ? 'late' : MEMBER_FILE.test(id) ? 'member' : undefined),
    fetchesCompany: (id) => FOR_MEMBERS.test(id),
    isNamed: (id) => NAMED.test(id),
  });
}

export function chunksFrom(entry: string) {
  let plan: Map<string, string> | undefined;
  const name = (id: string, graph: { getModuleInfo: GetModule }) => {
    plan ??= planFrom((of) => graph.getModuleInfo(of), entry);
    return plan.get(id) ?? null;
  };
  return [...PLACED, { name, debugName: 'shared', priority: -1, includeDependenciesRecursively: false }];
}
