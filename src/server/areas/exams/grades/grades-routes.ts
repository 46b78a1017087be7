import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { getTakenAttempt } from '../marking/get-taken-attempt.ts';
import { previewRegrade } from '../regrade/preview-regrade.ts';
import { updateResults } from '../regrade/update-results.ts';
import { exportGrades } from './export-grades.ts';
import { getStatistics } from './get-statistics.ts';
import { listGrades } from './list-grades.ts';

export function gradesRoutes({ grades: os }: Implementer, services: Services): RoutesOf<'grades'> {
  return {
    list: os.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listGrades(reading, context.caller, input)),
    ),
    export: os.export.handler(({ context, input }) =>
      fromReplica(services, (reading) => exportGrades(reading, context.caller, input, context)),
    ),
    statistics: os.statistics.handler(({ context, input }) =>
      fromReplica(services, (reading) => getStatistics(reading, context.caller, input)),
    ),
    attempt: os.attempt.handler(({ context, input }) => getTakenAttempt(services, context.caller, input)),
    previewRegrade: os.previewRegrade.handler(({ context, input }) =>
      previewRegrade(services, context.caller, input),
    ),
    updateResults: os.updateResults.handler(({ context, input }) =>
      updateResults(services, context.caller, input),
    ),
  };
}
