import { Failure } from '#server/failure';
import { m } from '../../../messages/messages.js';
import { FILE_TYPES, type FileType } from './file-types.ts';

/** As much of a large file as its type is recognized by. */
export const HEAD_BYTES = 64;

export function invalidFile(ending: string): Failure {
  return new Failure('UNSUPPORTED_FILE', {
    fields: { file: m.faults_this_isnt_a_valid_file({ value: ending }) },
  });
}

/** The type of a large file, which is recognized by its first bytes; undefined: it can't be, or isn't supported. */
export function streamedType(ending: string): FileType | undefined {
  const type = Object.hasOwn(FILE_TYPES, ending) ? FILE_TYPES[ending] : undefined;
  return type?.mime.startsWith('text/') ? undefined : type;
}
