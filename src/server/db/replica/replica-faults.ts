import { errorCodeOf } from '../constraints.ts';

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** Something that only reads tried to write there. */
export const isWriteOnReplica = (error: unknown): boolean => codeOf(error) === '25006';

/**
 * Whether the same work can succeed on the database itself: the replica is away, or ended the statement because what it read
 * was removed meanwhile. A statement that takes too long would take too long there as well.
 */
export function isReplicaFault(error: unknown): boolean {
  const code = codeOf(error);
  if (code === '57014') return false;
  return code === '40001' || errorCodeOf(error) === 'DATABASE_UNAVAILABLE';
}
