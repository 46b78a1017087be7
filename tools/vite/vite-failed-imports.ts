import type { Plugin } from 'vite';

const HELPER = /vite\/preload-helper/;
const HANDLER = /function handlePreloadError\(err\) \{[\s\S]*?defaultPrevented\) throw err;\s*\}/;

/** Every `import()` of the built web app that fails asks `after-failed-import.ts` what to do, route components included. */
export function failedImportsPlugin(): Plugin {
  return {
    name: 'lectern:failed-imports',
    apply: 'build',
    transform: { filter: { id: HELPER }, handler: withOwnHandler },
  };
}

/** Vite's helper with our handler of failures; an error when Vite has changed it. */
export function withOwnHandler(code: string): string {
  if (!HANDLER.test(code))
    throw new Error("Vite's preload helper has changed: see tools/vite/vite-failed-imports.ts");
  return `import { afterFailedImport } from '#web/lib/api/after-failed-import.ts';\n${code.replace(HANDLER, 'const handlePreloadError = afterFailedImport')}`;
}
