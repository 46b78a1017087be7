/** The two trees of routes that are generated: all of them, and those that everybody downloads. */

const BOTH = {
  target: 'react',
  routesDirectory: './src/web/routes',
  quoteStyle: 'single',
  semicolons: true,
  addExtensions: '.tsx',
  disableLogging: true,
  // Nobody reads them: a formatter would cost a second of CPU.
  enableRouteTreeFormatting: false,
} as const;

export const ALL_ROUTES = {
  ...BOTH,
  generatedRouteTree: './src/web/route-tree.gen.ts',
  routeFileIgnorePattern: String.raw`^admin\.\$\.tsx$`,
};

/** In place of the pages of administrators stands one route that brings them. */
export const EARLY_ROUTES = {
  ...BOTH,
  generatedRouteTree: './src/web/early-route-tree.gen.ts',
  routeFileIgnorePattern: String.raw`^admin\.(?!\$)`,
};
