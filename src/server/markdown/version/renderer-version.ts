/**
 * Raised by one whenever the same Markdown gives other HTML than before, as `renderer-version.test.ts` finds: texts that
 * are stored are then rendered again (docs/decisions/0177).
 */
export const RENDERER_VERSION = 2;
