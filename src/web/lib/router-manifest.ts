import { LATE_SCRIPT } from './late/late-app.ts';
import { isLatePath } from './late/late-routes.ts';

/** One entry of Vite's manifest.json, as far as we read it. */
export interface BuiltChunk {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
export type BuildManifest = Readonly<Record<string, BuiltChunk>>;

export interface RouteAssets {
  preloads: string[];
  scripts?: { attrs: Record<string, string | boolean> }[];
  css: string[];
}

/** What is split off a route is named by what it holds: its component, and with it what stands in for it. */
const ROUTE_FILE = /^src\/web\/routes\/(.+?)\.tsx(?:\?tsr-split=component[\w-]*)?$/;

/** The file of the routes that the browser begins without, by its name in tools/vite/chunks.ts. */
const LATE_ROUTES = 'admin-routes';

/** What the server draws for visitors though browsers fetch its script late, by its route: its styles come with the page. */
const DRAWN_EARLY: Readonly<Record<string, readonly string[]>> = {
  '/': ['src/web/features/site/blocks/own-blocks.tsx', 'src/web/routes/-landing-code.tsx'],
  '/courses/$slug': ['src/web/features/courses/locked/locked-course.tsx'],
};

/** The id that the router gives to a route file: `courses/$slug` is /courses/$slug, `courses.index` /courses/. */
export function routeIdOfFile(name: string): string {
  if (name === '__root') return '__root__';
  return `/${name.replaceAll('.', '/').replace(/(^|\/)index$/, '$1')}`;
}

/** Which scripts and styles each route needs, so that the HTML names them before any script has run. */
export function routerManifest(build: BuildManifest): { routes: Record<string, RouteAssets> } {
  const routes: Record<string, RouteAssets> = {};
  const entry = Object.values(build).find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('the build has no entry');
  const shared = collect(build, entry);
  routes.__root__ = {
    preloads: [...shared.scripts],
    css: [...shared.css],
    scripts: [{ attrs: { type: 'module', async: true, src: `/${entry.file}` } }],
  };
  for (const [source, chunk] of Object.entries(build)) {
    const name = ROUTE_FILE.exec(source)?.[1];
    if (!name || name === '__root') continue;
    const own = collect(build, chunk);
    const id = routeIdOfFile(name);
    const route = routes[id] ?? { preloads: [], css: [] };
    routes[id] = route;
    route.preloads.push(...[...own.scripts].filter((file) => !shared.scripts.has(file)));
    route.css.push(...[...own.css].filter((file) => !shared.css.has(file)));
  }
  for (const [id, files] of Object.entries(DRAWN_EARLY)) {
    const route = routes[id];
    for (const style of files.flatMap((file) => [...collect(build, build[file]).css]))
      if (route && !shared.css.has(style) && !route.css.includes(style)) route.css.push(style);
  }
  const late = collect(
    build,
    Object.values(build).find(({ name }) => name === LATE_ROUTES),
  );
  for (const [id, route] of Object.entries(routes))
    if (isLatePath(id))
      route.preloads.unshift(
        ...[...late.scripts].filter((file) => !shared.scripts.has(file) && !route.preloads.includes(file)),
      );
  return { routes };
}

/** The same for a page whose app waits: its scripts are named, the entry first, and not fetched. */
export function waitingManifest({ routes }: { routes: Record<string, RouteAssets> }) {
  const waiting = Object.entries(routes).map(([id, { css, preloads }]): [string, RouteAssets] => [
    id,
    { css, preloads: [], scripts: preloads.map((src) => ({ attrs: { type: LATE_SCRIPT, src } })) },
  ]);
  return { routes: Object.fromEntries(waiting) };
}

function collect(build: BuildManifest, from: BuiltChunk | undefined) {
  const scripts = new Set<string>();
  const css = new Set<string>();
  const visit = (chunk: BuiltChunk | undefined) => {
    if (!chunk || scripts.has(`/${chunk.file}`)) return;
    scripts.add(`/${chunk.file}`);
    for (const name of chunk.imports ?? []) visit(build[name]);
    for (const file of chunk.css ?? []) css.add(`/${file}`);
  };
  visit(from);
  return { scripts, css };
}
