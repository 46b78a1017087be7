/** A table whose rows about a person go into the copy of everything about that person. */
export interface ExportTable {
  /** Name of the file in the archive, without its ending. */
  readonly file: string;
  /** What it is, for the README of the archive. */
  readonly about: string;
  /** Rows of the person $1; nothing of anybody else, no secret. */
  readonly query: string;
  /** How many rows are in memory at a time, where they may be long; unless said, as many as of a table of short ones. */
  readonly rows?: number;
}

/** Of rows with a text of many pages, such as a note. */
export const OF_TEXTS = 100;
/** Of rows that may be as long as a request, such as the files of a lab. */
export const OF_FILES = 10;
