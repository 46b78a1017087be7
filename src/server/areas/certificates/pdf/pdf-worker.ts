import { parentPort, workerData } from 'node:worker_threads';
import { drawCertificatePdf } from './draw-certificate-pdf.ts';

/** Draws the one certificate it was started for, beside the thread that answers everybody. */
parentPort?.postMessage(await drawCertificatePdf(workerData));
