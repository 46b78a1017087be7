import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#server/platform/log';
import { batched } from '../batched.ts';
import type { Db } from '../client.ts';
import { isRecoveryConflict, isReplicaAway, isWriteOnReplica } from './replica-faults.ts';
import { selectCluster, selectPosition, selectReplayed } from './replica-sql.ts';
import { walPosition } from './wal-position.ts';

/** A read waits so long for what was committed before it; then it goes to the database itself. */
const WAIT_MS = 200;
const ASK_AGAIN_MS = 5;
/** So long nobody waits for a replica again that is behind, or asks one that doesn't answer. */
const BEHIND_MS = 1000;
const FAULTY_MS = 5000;
/** What somebody learned this long ago is still told; whoever looks waits no longer than this for something newer. */
const TOLD_MS = 2000;
const LOOK_WITHIN_MS = 1000;

export type ReplicaState = 'ok' | 'behind' | 'unreachable';

export interface ReplicaOptions {
  readonly primary: Db;
  /** A pool of connections to the replica. */
  readonly replica: Db;
  readonly log: Log;
}

/** A copy of the database that follows it, for reads. */
export class Replica {
  readonly #options: ReplicaOptions;
  /** Reads from the replica; transactions, which write, are the database's own. */
  readonly #db: Db;
  readonly #position: (question: null) => Promise<string>;
  /** How far it is known to have come. */
  #replayed = 0n;
  #isKnown = false;
  #leftOutUntil = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<unknown> | undefined;
  #state: ReplicaState = 'ok';
  readonly reads = { replica: 0, primary: 0 };

  constructor(options: ReplicaOptions) {
    const { primary, replica } = options;
    this.#options = options;
    this.#db = { ...primary, kysely: replica.kysely, pool: replica.pool };
    // Reads of one moment share a question.
    this.#position = batched(async (questions: readonly null[]) => {
      const position = await selectPosition(primary.kysely);
      return questions.map(() => position);
    });
  }

  /** How it was for the last one who asked it. */
  state(): ReplicaState {
    return this.#state;
  }

  /**
   * How it is now: asked where nobody has lately, as it may have come back or gone while nobody read. Counts as no read, and never
   * fails; of one that takes too long, what was known before.
   */
  async look(): Promise<ReplicaState> {
    if (performance.now() - this.#askedAt >= TOLD_MS)
      this.#looking ??= this.#isUsable()
        .catch(() => undefined)
        .finally(() => {
          this.#looking = undefined;
        });
    await Promise.race([this.#looking, wait(LOOK_WITHIN_MS, undefined, { ref: false })]);
    return this.#state;
  }

  /**
   * Does work that reads on the replica, once that has everything that was committed before; where it hasn't in time, or
   * fails, on the database itself. The work may be started twice.
   */
  async read<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    if (!(await this.#isUsable())) return this.#readPrimary(work);
    try {
      const result = await work(this.#db);
      this.reads.replica += 1;
      return result;
    } catch (error) {
      if (isWriteOnReplica(error))
        this.#options.log.error({ message: messageOf(error) }, 'a read wrote: it was sent to a replica');
      else if (isReplicaAway(error)) this.#leaveOut('unreachable', messageOf(error));
      else if (!isRecoveryConflict(error)) throw error;
      return this.#readPrimary(work);
    }
  }

  close(): Promise<void> {
    return this.#options.replica.close();
  }

  #readPrimary<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    this.reads.primary += 1;
    return work(this.#options.primary);
  }

  async #isUsable(): Promise<boolean> {
    if (performance.now() < this.#leftOutUntil) return false;
    const position = walPosition(await this.#position(null));
    try {
      await this.#know();
      if (await this.#reaches(position)) {
        if (this.#state !== 'ok') this.#options.log.info('the replica is used again');
        this.#state = 'ok';
        this.#askedAt = performance.now();
        return true;
      }
      this.#leaveOut('behind', `it has not caught up within ${WAIT_MS} ms`);
    } catch (error) {
      this.#leaveOut('unreachable', messageOf(error));
    }
    return false;
  }

  /** Throws when it is a copy of another database; asked once. */
  async #know(): Promise<void> {
    if (this.#isKnown) return;
    const { primary, replica } = this.#options;
    const [own, its] = await Promise.all([selectCluster(primary.kysely), selectCluster(replica.kysely)]);
    if (own !== its) throw new Error("DATABASE_REPLICA_URL isn't a replica of the database at DATABASE_URL");
    this.#isKnown = true;
  }

  async #reaches(position: bigint): Promise<boolean> {
    const deadline = performance.now() + WAIT_MS;
    while (this.#replayed < position) {
      const replayed = await selectReplayed(this.#options.replica.kysely);
      if (replayed === null) throw new Error('the server at DATABASE_REPLICA_URL is not a replica');
      this.#replayed = walPosition(replayed);
      if (this.#replayed >= position) break;
      if (performance.now() > deadline) return false;
      await wait(ASK_AGAIN_MS);
    }
    return true;
  }

  #leaveOut(state: ReplicaState, reason: string): void {
    this.#askedAt = performance.now();
    this.#leftOutUntil = this.#askedAt + (state === 'behind' ? BEHIND_MS : FAULTY_MS);
    // Said once, not for each second that it lasts.
    if (this.#state !== state) this.#options.log.warn({ reason }, `the replica is ${state}: left out`);
    this.#state = state;
    // What comes back may be another server.
    if (state === 'unreachable') [this.#isKnown, this.#replayed] = [false, 0n];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
