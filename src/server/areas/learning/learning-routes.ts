import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { recommendCourses } from './dashboard/recommend-courses.ts';
import { enrol } from './enrol.ts';
import { getProgress } from './get-progress.ts';
import { getSection } from './get-section.ts';
import { leaveCourse } from './leave-course.ts';
import { listMyCourses } from './list-my-courses.ts';
import { saveProgress } from './save-progress.ts';

export function learningRoutes({ learning: os }: Implementer, services: Services): RoutesOf<'learning'> {
  return {
    mine: os.mine.handler(({ context }) =>
      fromReplica(services, (reading) => listMyCourses(reading, context.caller)),
    ),
    recommended: os.recommended.handler(({ context }) =>
      fromReplica(services, (reading) => recommendCourses(reading, context.caller)),
    ),
    progress: os.progress.handler(({ context, input }) => getProgress(services, context.caller, input)),
    section: os.section.handler(({ context, input }) => getSection(services, context.caller, input)),
    enrol: os.enrol.handler(({ context, input }) => enrol(services, context.caller, input)),
    leave: os.leave.handler(({ context, input }) => leaveCourse(services, context.caller, input)),
    save: os.save.handler(({ context, input }) => saveProgress(services, context.caller, input)),
  };
}
