/** What is in a video, its sides as it is shown. */
export interface VideoFile {
  readonly width: number;
  readonly height: number;
  /** Null: the file doesn't say. */
  readonly seconds: number | null;
}

interface VideoSize {
  readonly width: number;
  readonly height: number;
}

export interface EncodeOrder {
  readonly source: string;
  readonly ending: string;
  readonly sizes: readonly VideoSize[];
  /** An empty folder for what is made. */
  readonly folder: string;
  /** Of the source; null: not known. */
  readonly seconds: number | null;
  /** How much is done, from 0 to 1; never called where the length isn't known. */
  readonly onProgress: (part: number) => void;
  /** Ends the work at once. */
  readonly signal: AbortSignal;
}

/** A size as files of the folder, in the order in which they play. */
export interface EncodedSize extends VideoSize {
  /** What each of its segments needs before it. */
  readonly start: string;
  readonly segments: readonly { readonly file: string; readonly seconds: number }[];
}

/** Why a video has no smaller sizes: the file can't be read, it took too long, or the program failed. */
export class EncodeFault extends Error {
  readonly reason: 'unreadable' | 'timeout' | 'failed';

  constructor(reason: EncodeFault['reason'], detail: string) {
    super(detail);
    this.name = 'EncodeFault';
    this.reason = reason;
  }
}

/** Makes smaller sizes of videos. */
export interface VideoEncoder {
  /** Throws EncodeFault. */
  probe(source: string, ending: string, signal: AbortSignal): Promise<VideoFile>;
  /** Throws EncodeFault. */
  encode(order: EncodeOrder): Promise<EncodedSize[]>;
}
