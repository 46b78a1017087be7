import { Failure } from '#server/failure';

interface Room {
  /** Bytes of large bodies that are held at one moment. */
  readonly bytes: number;
  /** Bytes of one caller among them. */
  readonly callerBytes: number;
  /** How long a body waits for its turn. */
  readonly waitMs: number;
}
/** On disk, while they arrive: 48 accounts that send as slowly as they may do not fill it. */
const MEMBERS: Room = { bytes: 1_000_000_000, callerBytes: 21_000_000, waitMs: 15_000 };
/** From there on nobody depends on how fast another sends. A body takes about four times its size while it is parsed. */
const MEMORY: Room = { bytes: 100_000_000, callerBytes: 21_000_000, waitMs: 15_000 };
const VISITORS: Room = { bytes: 10_000_000, callerBytes: 1_000_000, waitMs: 15_000 };
const RETRY_SECONDS = 10;

/** How fast a body has to arrive that others wait for: evenly over `wholeMs`, but for the first `graceMs`. */
export interface Pace {
  readonly graceMs: number;
  readonly wholeMs: number;
}
/** As long as a whole request may take (`listen.ts`): who keeps this pace would have got through alone, too. */
const PACE: Pace = { graceMs: 5000, wholeMs: 60_000 };

/** The room of one process. Addresses cost nothing, so that visitors must not keep members out. */
export interface BodyRooms {
  /** For what members send, on disk until it is there as a whole. */
  readonly members: BodyRoom;
  /** For what members have sent, in memory until it is answered. */
  readonly memory: BodyRoom;
  /** For what visitors send, in memory: it is never large. */
  readonly visitors: BodyRoom;
  readonly pace: Pace;
}

export function bodyRooms(given: Partial<BodyRooms> = {}): BodyRooms {
  return {
    members: new BodyRoom(MEMBERS),
    memory: new BodyRoom(MEMORY),
    visitors: new BodyRoom(VISITORS),
    pace: PACE,
    ...given,
  };
}

interface Waiting {
  readonly caller: string;
  readonly bytes: number;
  readonly admit: () => void;
}

/** Room for the large bodies that are held at one moment. One body always fits, whatever its size. */
export class BodyRoom {
  readonly #room: Room;
  readonly #held = new Map<string, number>();
  #bytes = 0;
  #waiting: Waiting[] = [];

  constructor(room: Room) {
    this.#room = room;
  }

  /** Waits for room; answers how to give it back. Fails with RATE_LIMITED when there is none for too long. */
  async take(caller: string, bytes: number): Promise<() => void> {
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const mine: Waiting = { caller, bytes, admit: resolve };
    this.#waiting.push(mine);
    this.#admit();
    const timer = setTimeout(() => {
      this.#waiting = this.#waiting.filter((each) => each !== mine);
      this.#admit();
      reject(new Failure('RATE_LIMITED', { data: { retryAfter: RETRY_SECONDS } }));
    }, this.#room.waitMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#add(caller, -bytes);
      this.#admit();
    };
  }

  /** First come, first served: who has had a share waits for it alone, but nobody passes one who waits for the process. */
  #admit(): void {
    const left: Waiting[] = [];
    let isFull = false;
    for (const each of this.#waiting) {
      const held = this.#held.get(each.caller) ?? 0;
      const isOver = held > 0 && held + each.bytes > this.#room.callerBytes;
      isFull ||= !isOver && this.#bytes > 0 && this.#bytes + each.bytes > this.#room.bytes;
      if (isOver || isFull) left.push(each);
      else {
        this.#add(each.caller, each.bytes);
        each.admit();
      }
    }
    this.#waiting = left;
  }

  #add(caller: string, bytes: number): void {
    this.#bytes += bytes;
    const held = (this.#held.get(caller) ?? 0) + bytes;
    if (held > 0) this.#held.set(caller, held);
    else this.#held.delete(caller);
  }
}
