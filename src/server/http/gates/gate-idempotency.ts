import { setTimeout as wait } from 'node:timers/promises';
import { errorCodeOf } from '#server/db/constraints';
import { LOOK_EVERY_MS, MISSED_LOOKS } from '#server/db/presence';
import { Failure } from '#server/failure';
import type { ApiContext } from '#server/implementer';
import type { Services } from '#server/services';
import { limitKey } from '../client-address.ts';
import { keyHash, openReply, sealReply } from '../pages/sealed-reply.ts';
import {
  freeKey,
  markDone,
  type RequestRow,
  selectRequest,
  settleLost,
  storeReply,
  takeOver,
  type WorkedRequest,
  workedOnBy,
} from './idempotency-sql.ts';
import type { KeptReplies } from './kept-replies.ts';

/** Longer than a commit that is under way takes. */
const SETTLE_EVERY_MS = 1000;
const MAX_TRIES = 100;
/** By then, what a lost connection still had to say has been heard. */
const LATE_MS = 2000;

/**
 * Runs a call once for each Idempotency-Key of a caller and route: the repetition gets the reply of the first, cookies
 * included. The key is inserted before the work begins, so that of two at the same moment one is told to wait. Where the
 * reply is not kept any more, the repetition is answered that it was done.
 */
export async function gateIdempotency(
  { db, log, replies }: Pick<Services, 'db' | 'log'> & { readonly replies: KeptReplies },
  { caller, idempotency, resHeaders }: ApiContext,
  route: string,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (!idempotency) return run();
  const { bodyHash, key: secret } = idempotency;
  const who =
    caller.viewer.kind === 'member' ? caller.viewer.userId : `visitor ${limitKey(caller.ipAddress)}`;
  const key = keyHash(secret);
  const ours = { caller: who, route, key, requestId: caller.requestId };
  const inserted = await db.kysely
    .insertInto('idempotency_keys')
    .values({
      key,
      caller: who,
      route,
      body_hash: bodyHash,
      reply: workedOnBy(caller.requestId),
    })
    .onConflict((conflict) => conflict.columns(['caller', 'route', 'key']).doNothing())
    .executeTakeFirst()
    .catch((error) => {
      // It may be there all the same, and would keep everybody waiting.
      if (errorCodeOf(error) === 'DATABASE_UNAVAILABLE') void settleLater({ db, log }, ours);
      throw error;
    });
  if (inserted.numInsertedOrUpdatedRows === 0n) {
    const row = await lookUntilCertain(() => selectRequest(db, who, route, key));
    if (row && row.body_hash !== bodyHash) throw new Failure('IDEMPOTENCY_KEY_REUSED');
    if (row && row.status !== null) return replay(row, secret, resHeaders);
    if (!row?.abandoned) throw new Failure('REQUEST_IN_PROGRESS');
    if (!(await takeOver(db, ours, row.request_id))) {
      // Done before its process died, or its process is back and works on it.
      await markDone(db, ours, row.request_id);
      const settled = await selectRequest(db, who, route, key);
      if (!settled || settled.status === null) throw new Failure('REQUEST_IN_PROGRESS');
      return replay(settled, secret, resHeaders);
    }
  }
  try {
    const output = await run();
    const reply = JSON.stringify(sealReply(secret, { output, cookies: resHeaders.getSetCookie() }));
    await storeReply(db, ours, reply)
      .then((isStored) => (isStored ? replies.add({ db }, who, reply.length) : undefined))
      // The work is done and committed: a lost reply must not turn it into a failure.
      .catch((error: Error) => log.warn({ message: error.message }, "couldn't store the reply for retries"));
    return output;
  } catch (error) {
    // Where the connection was lost, nobody knows yet whether the work is committed.
    if (errorCodeOf(error) === 'DATABASE_UNAVAILABLE') void settleLater({ db, log }, ours);
    else await freeKey(db, ours).catch(() => void settleLater({ db, log }, ours));
    throw error;
  }
}

/**
 * What became of a request that was made before. A process that is missed may have lost its connection for a moment and still
 * work on it: its request is left behind when it was missed at every look.
 */
async function lookUntilCertain(
  select: () => Promise<RequestRow | undefined>,
): Promise<RequestRow | undefined> {
  const first = await select();
  let row = first;
  for (let looks = 1; row?.missed && !row.abandoned && row.request_id === first?.request_id; looks += 1) {
    if (looks === MISSED_LOOKS) return { ...row, abandoned: true };
    await wait(LOOK_EVERY_MS);
    row = await select();
  }
  return row;
}

/** Once the database is back, frees the key of a request that did nothing, and keeps that of one that did its work. */
async function settleLater({ db, log }: Pick<Services, 'db' | 'log'>, lost: WorkedRequest): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await wait(SETTLE_EVERY_MS, undefined, { ref: false });
    try {
      await settleLost(db, lost);
      // What was under way when the connection was lost may arrive after the first word of a new one.
      await wait(LATE_MS, undefined, { ref: false });
      return await settleLost(db, lost);
    } catch {
      // It is still away; after the last try the row counts as one of a process that died.
    }
  }
  log.warn({ requestId: lost.requestId }, "couldn't find out whether a request was completed");
}

function replay({ reply }: RequestRow, secret: string, resHeaders: Headers): unknown {
  if (reply === null)
    throw new Failure('IDEMPOTENCY_KEY_REUSED', {
      fields: { 'idempotency-key': 'This request was completed. Its reply is no longer stored.' },
    });
  const { cookies, output } = openReply(secret, reply);
  for (const cookie of cookies) resHeaders.append('set-cookie', cookie);
  return output;
}
