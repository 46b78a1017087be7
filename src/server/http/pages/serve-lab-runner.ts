import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { FRAME_SCRIPT } from '#labs/browser/frame-script';
import type { HttpEnv } from '../request-scope.ts';

export const LAB_RUNNER = '/lab-runner';

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
const DOCUMENT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lab runner</title><script>${FRAME_SCRIPT}</script></html>`;

/** The frame that a lab's code runs in. */
export function mountLabRunner(app: Hono<HttpEnv>): void {
  app.get(LAB_RUNNER, (context) => {
    context.get('scope').route = 'page';
    return new Response(DOCUMENT, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'public, max-age=0, must-revalidate',
      },
    });
  });
}
