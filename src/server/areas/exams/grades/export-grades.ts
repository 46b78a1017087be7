import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { sendCsv } from '#server/csv/send-csv';
import type { Caller, Services } from '#server/services';
import { gradesFile } from './grades-file.ts';

/** The gradebook of a course as a CSV file. Audited. Fails with COURSE_NOT_FOUND. */
export async function exportGrades(
  services: Services,
  caller: Caller,
  { courseId }: { courseId: string },
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  authorise(canAdminister(caller.viewer));
  return sendCsv(services, caller, await gradesFile(services, courseId), resHeaders);
}
