import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunksFrom } from './tools/vite/chunks.ts';
import { ALL_ROUTES } from './tools/vite/route-trees.ts';
import { chunkModulesPlugin } from './tools/vite/vite-chunk-modules.ts';
import { contractRoutesPlugin } from './tools/vite/vite-contract-routes.ts';
import { failedImportsPlugin } from './tools/vite/vite-failed-imports.ts';
import { messagesPlugin } from './tools/vite/vite-messages.ts';
import { onceForBoth } from './tools/vite/vite-once-for-both.ts';
import { serverPartsPlugin } from './tools/vite/vite-server-parts.ts';

const web = (path: string) => fileURLToPath(new URL(`./src/web/${path}`, import.meta.url));
const routeTree = {
  ...ALL_ROUTES,
  autoCodeSplitting: true,
  // The router reads all of them before it shows the page: one file is asked for instead of three.
  codeSplittingOptions: { defaultBehavior: [['component', 'errorComponent', 'notFoundComponent']] },
} satisfies Parameters<typeof tanstackRouter>[0];

/** What hardly any first visit goes on to: what it needs is not listed in the file that everybody downloads. */
const OWN =
  /^(?:-member-watch|ask-for-proof|authors|byline|bell|billing|certificates|confirm-address|course-action|courses_|invitation|login|own-author-profile|own-menus|preview|register|sidebar-content|sign-in|toaster|dashboard|my-courses|notifications|profile|forgot-password|reset-password|undo-address|unsubscribe|version-panel|not-found|about|contact|cookies|faq|help|legal|pricing|privacy|team|terms)/;
const LATE_PAGE = /(?:^|\/)(?:admin|own)-[\w$-]*\.js$/;
/** What is there before anything else is asked for: not listed either. */
const LOADED = /(?:^|\/)(?:base|entry-client|rolldown)-[\w-]+\.js$/;

/** What a package's list of its parts names and nobody uses isn't read. */
const USED_ONLY = { experimental: { lazyBarrel: true } } as const;

/** A part that some pages read at once is on purpose read late by those that have its list of addresses only. */
const CHECKS = { ineffectiveDynamicImport: false } as const;

export default defineConfig(({ command }) => ({
  appType: 'custom',
  resolve: {
    // React has had this hook since version 18: only its selector is needed, not the hook for versions before.
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  plugins: [
    serverPartsPlugin(),
    command === 'build' ? onceForBoth(tanstackRouter(routeTree)) : tanstackRouter(routeTree),
    react(),
    contractRoutesPlugin(),
    messagesPlugin(),
    failedImportsPlugin(),
    chunkModulesPlugin(),
  ],
  css: {
    // In the bundler's own language: what did it in JavaScript took a tenth of the build.
    transformer: 'lightningcss',
    lightningcss: {
      // Only the smallest form of the styles is written for the browsers that we support.
      targets: {},
      cssModules: { pattern: '[local]-[hash]', grid: false, container: false, customIdents: false },
    },
  },
  build: {
    target: 'es2022',
    modulePreload: {
      resolveDependencies: (file, files) =>
        files.filter((one) => !LOADED.test(one) && (one.endsWith('.css') || !LATE_PAGE.test(file))),
    },
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
  // One reading of this file and of the contract for both.
  builder: { sharedConfigBuild: true, sharedPlugins: true },
  environments: {
    client: {
      build: {
        outDir: 'build/client',
        manifest: true,
        rolldownOptions: {
          ...USED_ONLY,
          checks: CHECKS,
          input: web('entry-client.tsx'),
          // What every page needs anyway stays in one file: it compresses better than five.
          output: {
            // The list of files is in the one that everybody downloads: names would be a third of it.
            chunkFileNames: ({ name }) => {
              const kind = OWN.test(name) ? 'own' : /^(?:admin|base|rolldown)/.exec(name)?.[0];
              return kind ? `assets/${kind}-[hash:7].js` : 'assets/[hash:7].js';
            },
            assetFileNames: ({ names }) =>
              names.some((name) => name.endsWith('.css'))
                ? 'assets/[hash:7][extname]'
                : 'assets/[name]-[hash][extname]',
            codeSplitting: { groups: chunksFrom(web('entry-client.tsx')) },
          },
        },
      },
    },
    ssr: {
      // Built, the server entry stands alone; while developing, Node loads the packages itself.
      resolve: { noExternal: command === 'build' || [] },
      // Otherwise React's development build would be in it, too.
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
      build: {
        outDir: 'build/server',
        ssr: true,
        // Node keeps the text of what it has read in memory.
        minify: true,
        emitAssets: false,
        copyPublicDir: false,
        rolldownOptions: {
          ...USED_ONLY,
          checks: CHECKS,
          input: web('entry-server.tsx'),
          output: { entryFileNames: 'entry-server.js' },
        },
      },
    },
  },
}));
