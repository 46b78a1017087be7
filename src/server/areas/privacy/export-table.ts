/** A table whose rows about a person go into the copy of everything about that person. */
export interface ExportTable {
  /** Name of the file in the archive, without its ending. */
  readonly file: string;
  /** What it is, for the README of the archive. */
  readonly about: string;
  /** Rows of the person $1; nothing of anybody else, no secret. */
  readonly query: string;
}
