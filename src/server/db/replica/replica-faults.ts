import { errorCodeOf } from '../constraints.ts';

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** Something that only reads tried to write there. */
export const isWriteOnReplica = (error: unknown): boolean => codeOf(error) === '25006';

/** The replica ended the statement because what it read was removed meanwhile: it is as well as before. */
export const isRecoveryConflict = (error: unknown): boolean => codeOf(error) === '40001';

/** The replica is away. A statement that takes too long would take too long on the database itself as well. */
export const isReplicaAway = (error: unknown): boolean =>
  codeOf(error) !== '57014' && errorCodeOf(error) === 'DATABASE_UNAVAILABLE';
