import { Worker } from 'node:worker_threads';
import { Failure } from '#server/failure';
import type { PdfSheet } from './draw-certificate-pdf.ts';

/** Drawing takes a core and tens of megabytes for a moment: one at a time, and a few who wait. */
const MAX_WAITING = 10;
const AT_MOST_MS = 30_000;
const MAX_MEGABYTES = 192;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** The last ones that were drawn, by everything that stands on them: what many download at once is drawn once. */
const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
const MAX_KEPT = 8;

/**
 * A certificate, drawn in a thread of its own, which ends with it. Fails with RATE_LIMITED when too many others wait to be
 * drawn.
 */
export async function makeCertificatePdf(sheet: PdfSheet): Promise<Uint8Array<ArrayBuffer>> {
  const key = JSON.stringify(sheet);
  const drawn = kept.get(key) ?? drawInTurn(sheet);
  // The one that was asked for last goes last.
  kept.delete(key);
  kept.set(key, drawn);
  for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
  try {
    return await drawn;
  } catch (error) {
    kept.delete(key);
    throw error;
  }
}

async function drawInTurn(sheet: PdfSheet): Promise<Uint8Array<ArrayBuffer>> {
  if (waiting >= MAX_WAITING) throw new Failure('RATE_LIMITED', { data: { retryAfter: 10 } });
  waiting += 1;
  const drawn = last.then(() => draw(sheet));
  last = drawn.catch(() => undefined);
  try {
    return await drawn;
  } finally {
    waiting -= 1;
  }
}

function draw(sheet: PdfSheet): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: sheet,
      // It needs no setting and no secret.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    });
    const late = setTimeout(() => {
      reject(new Error('rendering a certificate took too long'));
      void worker.terminate();
    }, AT_MOST_MS);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`rendering a certificate exited with ${code}`));
    });
  });
}
