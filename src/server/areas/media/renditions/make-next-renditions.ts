import { MAX_RENDITION_ATTEMPTS, type RenditionFault } from '#domain/media/rendition-states';
import { videoSizes } from '#domain/media/video-sizes';
import { recordAudit, systemCaller } from '#server/db/audit';
import type { Reader } from '#server/db/client';
import { touchContent } from '#server/db/content-version';
import { retryAt } from '#server/db/retry-at';
import { Failure } from '#server/failure';
import { diskRoom } from '#server/platform/health/disk-room';
import { EncodeFault, type VideoEncoder } from '#server/platform/video/video-encoder';
import type { Services } from '#server/services';
import { dropJob, failLost, finishJob, takeVideo, updateJob, type VideoJob } from './renditions-sql.ts';
import { storeSize } from './store-size.ts';
import { sweepSources, withSource } from './with-source.ts';

/** Without a sign of life for this long a process counts as dead, and another begins again. */
const LEASE_MS = 2 * 60_000;
const SIGN_OF_LIFE_MS = 15_000;
/** The source, its sizes, and their copies in the store; and what is left for everything else. */
const COPIES = 3;
const LEFT_BYTES = 512 * 1024 ** 2;

interface Turn {
  /** Names the process. */
  readonly holder: string;
  readonly encoder: VideoEncoder;
  /** The process stops: what is half done goes to another. */
  readonly signal: AbortSignal;
}

/** The file is gone, somebody else has the job, or the process stops. */
class Interrupted extends Error {}
class DiskFull extends Error {}

/**
 * Makes the smaller sizes of the next video that has none, as segments in the store; answers whether there was one. One
 * whose process died is started again.
 */
export async function makeNextRenditions(services: Services, turn: Turn): Promise<boolean> {
  const { clock, db } = services;
  const now = clock.now();
  const job = await db.transaction(async (trx) => {
    for (const id of await failLost(trx, now)) await recordEnd(trx, id, 'failed');
    return takeVideo(trx, { holder: turn.holder, now, until: leaseOf(now) });
  });
  if (!job) return false;
  try {
    await make(services, job, turn);
  } catch (error) {
    await settle(services, job, { error, turn });
  }
  return true;
}

async function make(services: Services, job: VideoJob, turn: Turn): Promise<void> {
  const { clock, config, db } = services;
  const { encoder, holder } = turn;
  await sweepSources(services);
  const room = diskRoom(config.dataDir);
  if (room && room.free < job.bytes * COPIES + LEFT_BYTES) throw new DiskFull();
  const lost = new AbortController();
  const signal = AbortSignal.any([turn.signal, lost.signal]);
  let percent = 0;
  const stayOwner = async (reader: Reader) => {
    if (await updateJob(reader, job.id, { holder, percent, until: leaseOf(clock.now()) })) return;
    lost.abort(new Interrupted());
    signal.throwIfAborted();
  };
  // A database that is away for a moment is asked again.
  const alive = setInterval(() => void stayOwner(db.kysely).catch(() => undefined), SIGN_OF_LIFE_MS);
  try {
    await withSource(services, { ...job, holder }, async ({ folder, source }) => {
      const { seconds, ...size } = await encoder.probe(source, job.ending, signal);
      const sizes = await encoder.encode({
        source,
        folder,
        seconds,
        signal,
        ending: job.ending,
        sizes: videoSizes(size),
        onProgress: (part) => {
          // All is done once it is in the store.
          percent = Math.min(99, Math.floor(part * 100));
        },
      });
      for (const each of sizes) await storeSize(services, job.id, { folder, signal, stayOwner, size: each });
    });
  } finally {
    clearInterval(alive);
  }
  await db.transaction(async (trx) => {
    if (!(await finishJob(trx, job.id, { holder, now: clock.now() }))) throw new Interrupted();
    await recordEnd(trx, job.id, 'ready');
    // Pages that show the video offer its sizes from now on.
    await touchContent(trx);
  });
}

/** Tried again later where that can help. */
async function settle(
  { clock, db, log }: Services,
  { attempts, id }: VideoJob,
  { error, turn: { holder, signal } }: { error: unknown; turn: Turn },
): Promise<void> {
  const isTried = !(signal.aborted || error instanceof Interrupted);
  const fault = isTried ? faultOf(error) : null;
  const isFinal = fault !== null && (!LATER.has(fault) || attempts >= MAX_RENDITION_ATTEMPTS);
  const now = clock.now();
  if (fault) {
    const message = error instanceof Error ? error.message : String(error);
    log.warn(
      { mediaId: id, fault, message: message.slice(0, 500) },
      "couldn't make smaller sizes of a video",
    );
  }
  await db.transaction(async (trx) => {
    const end = isFinal ? null : fault ? retryAt(now, attempts) : now;
    const isOurs = await dropJob(trx, id, { holder, fault, isTried, retryAt: end });
    if (isOurs && isFinal) await recordEnd(trx, id, fault);
  });
}

/** What may be over by itself. */
const LATER: ReadonlySet<RenditionFault> = new Set(['disk', 'failed']);

function faultOf(error: unknown): RenditionFault {
  if (error instanceof EncodeFault) return error.reason;
  if (error instanceof DiskFull) return 'disk';
  return error instanceof Failure && error.code === 'MEDIA_FULL' ? 'full' : 'failed';
}

function recordEnd(trx: Parameters<typeof recordAudit>[0], id: string, end: string) {
  return recordAudit(trx, systemCaller, {
    action: 'media.makeSizes',
    entity: 'media',
    entityId: id,
    after: { sizes: end },
  });
}

const leaseOf = (now: Date) => new Date(now.getTime() + LEASE_MS);
