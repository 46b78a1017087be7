/** The store doesn't answer, or not as it should. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** From one byte to another, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where uploaded files are kept. Keys are made by us (an id and an ending), never taken from an upload. */
export interface Storage {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** All of a file, or these bytes of it, as far as it has them; null when there is no such file. */
  get(key: string, range?: ByteRange): Promise<Uint8Array | null>;
  remove(key: string): Promise<void>;
  /** Every key there is, in no order; what is added or removed meanwhile may be missing or not. */
  list(): AsyncIterable<string>;
  /** Removes what puts that ended half-way left behind, if nothing was written to it since that moment; answers how many. */
  removeUnfinished(since: Date): Promise<number>;
  /** Fails when the store can't be used within that time; left out: it is a folder of this machine. */
  check?(timeoutMs: number): Promise<void>;
}
