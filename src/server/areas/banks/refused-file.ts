import { Failure } from '#server/failure';
import { FileRefused } from './formats/imported.ts';

/** What a caller is told of a file that is not taken in; other errors stay what they are. */
export function refusedFile(error: unknown): unknown {
  return error instanceof FileRefused ? new Failure('BAD_INPUT', { fields: { file: error.message } }) : error;
}
