import type { Plugin } from 'vite';

/** Packages that only run in a browser: editors, charts, diagrams, players. All pages load them by `import()`. */
const BROWSER_PACKAGES =
  /^(?!.*\.css$)(?:@codemirror\/|@lezer\/|@tiptap\/|@xterm\/|dompurify$|hls\.js|katex(?:$|\/)|mermaid$|prosemirror-|recharts$|tus-js-client$)/;
/** What administrators' pages show: the server sends signed-in people the data, and their browser draws it. */
const ADMIN_PAGES = /\/src\/web\/routes\/admin\.[^/?]*\.tsx\?tsr-split=/;

const PACKAGE = '\0browser-package:';

/** Leaves out of the server's build what never runs there, which is most of what would be bundled and minified. */
export function serverPartsPlugin(): Plugin {
  return {
    name: 'lectern:server-parts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    resolveId: {
      filter: { id: BROWSER_PACKAGES },
      handler: (id) => PACKAGE + id,
    },
    load: {
      filter: { id: [/^\0browser-package:/, ADMIN_PAGES] },
      handler: (id) => (id.startsWith(PACKAGE) ? packageStub(id.slice(PACKAGE.length)) : PAGE_STUB),
    },
  };
}

/** CommonJS, of which a bundler can't say which names it exports. */
function packageStub(id: string): string {
  return `module.exports = {}; throw new Error(${JSON.stringify(`${id} runs only in browsers: see tools/vite/vite-server-parts.ts`)});`;
}

const PAGE_STUB =
  'export const component = () => null, errorComponent = component, notFoundComponent = component;';
