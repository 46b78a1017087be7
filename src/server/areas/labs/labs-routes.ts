import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { getFeaturedLab } from './get-featured-lab.ts';
import { getLab } from './get-lab.ts';
import { listLabLearners, listSolutions } from './list-lab-learners.ts';
import { getRun, listRuns } from './list-runs.ts';
import { getSubmission, listStuck, listSubmissions } from './list-submissions.ts';
import { getSolution, openHint } from './open-hint.ts';
import { resetFiles, saveFiles } from './save-files.ts';
import { submitWork } from './submit-work.ts';

export function labsRoutes({ labs: os }: Implementer, services: Services): RoutesOf<'labs'> {
  return {
    featured: os.featured.handler(() => getFeaturedLab(services)),
    get: os.get.handler(({ context, input }) => getLab(services, context.caller, input)),
    saveFiles: os.saveFiles.handler(({ context, input }) => saveFiles(services, context.caller, input)),
    reset: os.reset.handler(({ context, input }) => resetFiles(services, context.caller, input)),
    submit: os.submit.handler(({ context, input }) => submitWork(services, context.caller, input)),
    runs: os.runs.handler(({ context, input }) =>
      fromReplica(services, (reading) => listRuns(reading, context.caller, input)),
    ),
    run: os.run.handler(({ context, input }) => getRun(services, context.caller, input)),
    openHint: os.openHint.handler(({ context, input }) => openHint(services, context.caller, input)),
    solution: os.solution.handler(({ context, input }) => getSolution(services, context.caller, input)),
    learners: os.learners.handler(({ context, input }) =>
      fromReplica(services, (reading) => listLabLearners(reading, context.caller, input)),
    ),
    solutions: os.solutions.handler(({ context, input }) =>
      fromReplica(services, (reading) => listSolutions(reading, context.caller, input)),
    ),
    stuck: os.stuck.handler(({ context, input }) =>
      fromReplica(services, (reading) => listStuck(reading, context.caller, input)),
    ),
    submissions: os.submissions.handler(({ context, input }) =>
      fromReplica(services, (reading) => listSubmissions(reading, context.caller, input)),
    ),
    submission: os.submission.handler(({ context, input }) => getSubmission(services, context.caller, input)),
  };
}
