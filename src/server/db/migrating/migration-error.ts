/** A database that this code cannot bring up to date; the message says why and what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}
