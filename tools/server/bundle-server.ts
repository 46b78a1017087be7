import { rmSync } from 'node:fs';
import { dirname, join, parse, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { escapeNonAscii } from './escape-non-ascii.ts';
import { isLean, leanBuiltins } from './lean-builtins.ts';
import { listRoutes } from './list-routes.ts';

/** Packages without native parts and files of their own that nearly every start reads: their modules become part of ours. */
const INLINED =
  /^(?:@hono\/node-server|@orpc\/[^/]+|hono|ipaddr\.js|kysely|openapi-path-templating|pg(?:-[^/]+)?|postgres-[^/]+|radash|saxes|xmlchars|zod)(?:\/|$)/;

/** What is imported while a process starts, in the order in which it is needed: each stage is one file. */
const STAGES = [
  ['unpack', ['db/embedded/ready/unpack-process.ts']],
  ['begin', ['start/run-server.ts', 'db/embedded/start-embedded.ts']],
  [
    'serve',
    [
      'start/start-parts.ts',
      'db/school-key/open-school-key.ts',
      'areas/billing/ledger/follow-mode.ts',
      'areas/certificates/credentials/ensure-signing-key.ts',
      'areas/courses/folders/is-untouched.ts',
      'areas/accounts/registration/first-administrator.ts',
      'areas/admin/mails/suppressions/is-address-open.ts',
      'areas/billing/mails/is-billing-mail-wanted.ts',
      'areas/notifications/is-mail-wanted.ts',
      'areas/site/make-version.ts',
      'http/comment-events.ts',
      'http/pages/web-app.ts',
      'jobs/export-relay.ts',
      'jobs/judge-loop.ts',
      'jobs/mail-relay.ts',
      'jobs/notice-relay.ts',
      'platform/judge/open-judge.ts',
    ],
  ],
  [
    'settle',
    [
      'start/warm-up.ts',
      'areas/site/routes.ts',
      'areas/accounts/accounts-routes.ts',
      'areas/courses/routes.ts',
      'jobs/chores.ts',
      'jobs/import-relay.ts',
      'jobs/schedule.ts',
      'start/open-reporter.ts',
    ],
  ],
] as const;

/**
 * Puts the modules of the server into a few files: Node.js finds, reads and keeps one file in a tenth of the time and memory of
 * a thousand. What is imported later stays in files of its own, and files that are no code stay where they are.
 */
export async function bundleServer(root: string, directory: string): Promise<void> {
  const input = {
    main: join(root, 'src/server/main.ts'),
    'unpack-process': join(root, 'src/server/db/embedded/ready/unpack-process.ts'),
    'import-samples-process': join(root, 'src/server/cli/import-samples-process.ts'),
  };
  const stages = new Map<string, string>();
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: (id) => /^[\w@]/.test(id) && !INLINED.test(id) && !isLean(id),
    // Reading Node's own classes for events of sockets would load its client.
    treeshake: { propertyReadSideEffects: false },
    plugins: [
      leanBuiltins,
      listRoutes(root),
      keepPlaces(directory, Object.values(input)),
      findStages(root, stages),
    ],
    logLevel: 'warn',
    // What one process imports late, another needs at once.
    checks: { ineffectiveDynamicImport: false },
  });
  rmSync(directory, { recursive: true, force: true });
  await bundle.write({
    dir: directory,
    format: 'esm',
    comments: { legal: false, annotation: false, jsdoc: false },
    // Names stay: what goes wrong is looked for by them.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash:8].js',
    plugins: [onlyAscii],
    codeSplitting: {
      groups: [
        {
          debugName: 'stages',
          name: (id) => (Object.values(input).includes(id) ? null : (stages.get(id) ?? null)),
        },
      ],
    },
  });
  await bundle.close();
}

/** Says of each module in which stage it is needed first. What a module imports is needed when it is. */
function findStages(root: string, stages: Map<string, string>): Plugin {
  return {
    name: 'find-stages',
    buildEnd() {
      for (const [stage, roots] of STAGES) {
        const waiting = roots.map((path) => join(root, 'src/server', path));
        for (const id of waiting) {
          if (stages.has(id)) continue;
          stages.set(id, stage);
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
      }
    },
  };
}

const onlyAscii: Plugin = {
  name: 'only-ascii',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = escapeNonAscii(chunk.code);
  },
};

/** Modules find the files beside them where their sources are, and the processes that are bundled beside them here. */
function keepPlaces(directory: string, processes: readonly string[]): Plugin {
  const placeOf = (file: string) =>
    processes.includes(file) ? `./${parse(file).name}.js` : relative(directory, file);
  return {
    name: 'keep-places',
    transform: {
      filter: { id: /\/src\/.*\.ts$/, code: /import\.meta\.(?:url|dirname)/ },
      handler: (code, id) =>
        code
          .replaceAll(
            /\bnew URL\('(\.[^']+)', import\.meta\.url\)/g,
            (_, path: string) => `new URL('${placeOf(join(dirname(id), path))}', import.meta.ownUrl)`,
          )
          .replaceAll(/\bimport\.meta\.url\b/g, `new URL('${relative(directory, id)}', import.meta.url).href`)
          .replaceAll('import.meta.ownUrl', 'import.meta.url')
          .replaceAll(
            /\bimport\.meta\.dirname\b/g,
            `(import.meta.dirname + '/${dirname(relative(directory, id))}')`,
          ),
    },
  };
}
