import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { FRAME_SCRIPT } from '#labs/browser/frame-script';
import { PAGE_SCRIPT } from '#labs/browser/page-script';
import type { HttpEnv } from '../request-scope.ts';

export const LAB_RUNNER = '/lab-runner';
/** What a learner's page is shown in. */
export const LAB_PAGE = '/lab-page';

const hash = createHash('sha256').update(FRAME_SCRIPT).digest('base64');
/** The only document that may compile WebAssembly; it can reach nothing, and belongs to no origin. */
const POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'sha256-${hash}' blob: 'wasm-unsafe-eval'`,
  'worker-src blob:',
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
/**
 * Here the learner's scripts are part of the page, so every script that stands in it may run. It belongs to no origin
 * either, and there is no connection that anything could be sent by. Forms are allowed for their events; their `form-action` is nowhere.
 */
const PAGE_POLICY = [
  'sandbox allow-scripts allow-forms',
  "default-src 'none'",
  "script-src 'unsafe-inline' data:",
  "worker-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  'media-src data:',
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const documentOf = (title: string, script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><script>${script}</script></html>`;
const FRAMES = [
  { path: LAB_RUNNER, policy: POLICY, document: documentOf('Lab runner', FRAME_SCRIPT) },
  { path: LAB_PAGE, policy: PAGE_POLICY, document: documentOf('Page', PAGE_SCRIPT) },
];

/** The frames that a lab's code runs in, and that its page is shown in. */
export function mountLabFrames(app: Hono<HttpEnv>): void {
  for (const { document, path, policy } of FRAMES)
    app.get(path, (context) => {
      context.get('scope').route = 'page';
      return new Response(document, {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
          'x-frame-options': 'SAMEORIGIN',
          'cache-control': 'public, max-age=0, must-revalidate',
        },
      });
    });
}

/** Their addresses in a school that is opened under this origin. */
export function labFrames(origin: string): string[] {
  return FRAMES.map(({ path }) => origin + path);
}
