import { Worker } from 'node:worker_threads';
import { Failure } from '#server/failure';
import type { PdfSheet } from './draw-certificate-pdf.ts';

/** Drawing takes a core and tens of megabytes for a moment: one at a time, and a few who wait. */
const MOST_WAITING = 10;
const AT_MOST_MS = 30_000;
const MOST_MEGABYTES = 192;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Draws a certificate in a thread of its own, which ends with it. Fails with RATE_LIMITED when too many wait. */
export async function makeCertificatePdf(sheet: PdfSheet): Promise<Uint8Array<ArrayBuffer>> {
  if (waiting >= MOST_WAITING) throw new Failure('RATE_LIMITED', { data: { retryAfter: 10 } });
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
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    });
    const late = setTimeout(() => {
      reject(new Error('a certificate took too long to draw'));
      void worker.terminate();
    }, AT_MOST_MS);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`drawing a certificate ended with ${code}`));
    });
  });
}
