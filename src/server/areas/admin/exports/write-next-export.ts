import { exportRequest } from '#contract/administration/exports';
import { EXPORT_DAYS } from '#domain/exports/limits';
import { putBlock } from '#server/areas/media/blocks/put-block';
import { announce } from '#server/db/announce';
import { recordAudit, systemCaller } from '#server/db/audit';
import { keepFiles } from '#server/db/given-up/given-up-sql';
import { retryAt } from '#server/db/retry-at';
import { fromReplica } from '#server/from-replica';
import type { Services } from '#server/services';
import { exportBlocks } from './export-blocks.ts';
import {
  deleteExport,
  failLost,
  finishExport,
  giveBack,
  isStillAdmin,
  takeExport,
  updateProgress,
  type Writing,
} from './exports-sql.ts';
import { fileOf } from './file-of.ts';

/** Without a sign of life for this long a process counts as dead, and another begins again. */
const LEASE_MS = 2 * 60_000;
const DAY_MS = 24 * 3600 * 1000;

interface Turn {
  /** Names the process. */
  readonly holder: string;
  /** The process stops: what is half written goes to another. */
  readonly signal: AbortSignal;
}

/** It was canceled, somebody else writes it, or the process stops. */
class Interrupted extends Error {}

/**
 * Writes the next export that waits into the store, a block in memory at a time; answers whether there was one. Whoever
 * asked hears of the end. One whose process died is started again, so that there is one result, from one moment on.
 */
export async function writeNextExport(services: Services, turn: Turn): Promise<boolean> {
  const { clock, db, log } = services;
  const now = clock.now();
  await db.transaction(async (trx) => {
    for (const { id, kind, user_id: userId } of await failLost(trx, { now, expiresAt: expiryOf(now) }))
      await announce(trx, endOf({ id, userId, kind, state: 'failed' }));
  });
  const job = await db.transaction((trx) =>
    takeExport(trx, { holder: turn.holder, now, until: leaseOf(now) }),
  );
  if (!job) return false;
  try {
    await write(services, job, turn);
  } catch (error) {
    const isTried = !(error instanceof Interrupted);
    if (isTried) log.warn({ exportId: job.id, message: messageOf(error) }, "an export couldn't be written");
    const after = clock.now();
    await giveBack(db.kysely, job.id, {
      holder: turn.holder,
      isTried,
      retryAt: isTried ? retryAt(after, job.attempts) : after,
    });
  }
  return true;
}

async function write(services: Services, job: Writing, { holder, signal }: Turn): Promise<void> {
  const { clock, db } = services;
  const { id, user_id: userId } = job;
  if (!(await isStillAdmin(db.kysely, userId))) {
    await db.transaction((trx) => deleteExport(trx, id, userId));
    return;
  }
  const request = exportRequest.parse(job.request);
  const file = await fromReplica(services, (reading) => fileOf(reading, request));
  const lease = () => ({ holder, until: leaseOf(clock.now()) });
  for await (const { bytes, written } of exportBlocks(file)) {
    if (signal.aborted) throw new Interrupted();
    const block = bytes && (await putBlock(services, id, bytes));
    await db.transaction(async (trx) => {
      if (block) await keepFiles(trx, [block.key], clock.now());
      const isOurs = await updateProgress(trx, id, { ...lease(), written, ...(block && { block }) });
      // Undoes that the block is kept.
      if (!isOurs) throw new Interrupted();
    });
  }
  const now = clock.now();
  await db.transaction(async (trx) => {
    if (!(await finishExport(trx, id, { holder, now, expiresAt: expiryOf(now) }))) return;
    await recordAudit(trx, systemCaller, {
      action: 'export.write',
      entity: 'export',
      entityId: id,
      after: { kind: request.kind, userId },
    });
    await announce(trx, endOf({ id, userId, kind: request.kind, state: 'ready' }));
  });
}

function endOf({ id, kind, state, userId }: { id: string; userId: string; kind: string; state: string }) {
  return {
    kind: 'export-finished' as const,
    eventKey: `export:${id}`,
    to: { userId },
    link: '/admin/exports',
    props: { file: kind, state },
  };
}

const leaseOf = (now: Date) => new Date(now.getTime() + LEASE_MS);
const expiryOf = (now: Date) => new Date(now.getTime() + EXPORT_DAYS * DAY_MS);

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
