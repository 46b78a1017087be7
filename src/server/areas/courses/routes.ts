import { fromReplica } from '#server/from-replica';
import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { getCourse } from './catalogue/get-course.ts';
import { getSection } from './catalogue/get-section.ts';
import { listCourses } from './catalogue/list-courses.ts';
import { duplicateCourse } from './copying/duplicate-course.ts';
import { addSection } from './editing/add-section.ts';
import { convertHtml } from './editing/convert-html.ts';
import { createCourse } from './editing/create-course.ts';
import { getEditCourse } from './editing/get-edit-course.ts';
import { getLosses } from './editing/get-losses.ts';
import { listAllCourses } from './editing/list-all-courses.ts';
import { previewMarkdown } from './editing/preview-markdown.ts';
import { updateCourse } from './editing/update-course.ts';
import { moveSection } from './moving/move-section.ts';
import { getRemovalImpact } from './trash/get-removal-impact.ts';
import { listTrash } from './trash/list-trash.ts';
import { removeCourse } from './trash/remove-course.ts';
import { removeSection } from './trash/remove-section.ts';
import { restoreCourse } from './trash/restore-course.ts';
import { restoreSection } from './trash/restore-section.ts';
import { getVersion } from './versions/get-version.ts';
import { listVersions } from './versions/list-versions.ts';
import { restoreVersion } from './versions/restore-version.ts';

export function coursesRoutes({ courses }: Implementer, services: Services) {
  return {
    list: courses.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listCourses(reading, context.caller, input)),
    ),
    get: courses.get.handler(({ context, input }) => getCourse(services, context.caller, input)),
    section: courses.section.handler(({ context, input }) => getSection(services, context.caller, input)),
    adminList: courses.adminList.handler(({ context, input }) =>
      fromReplica(services, (reading) => listAllCourses(reading, context.caller, input)),
    ),
    adminGet: courses.adminGet.handler(({ context, input }) =>
      getEditCourse(services, context.caller, input),
    ),
    create: courses.create.handler(({ context, input }) => createCourse(services, context.caller, input)),
    duplicate: courses.duplicate.handler(({ context, input }) =>
      duplicateCourse(services, context.caller, input),
    ),
    update: courses.update.handler(({ context, input }) => updateCourse(services, context.caller, input)),
    remove: courses.remove.handler(({ context, input }) => removeCourse(services, context.caller, input)),
    addSection: courses.addSection.handler(({ context, input }) =>
      addSection(services, context.caller, input),
    ),
    removeSection: courses.removeSection.handler(({ context, input }) =>
      removeSection(services, context.caller, input),
    ),
    moveSection: courses.moveSection.handler(({ context, input }) =>
      moveSection(services, context.caller, input),
    ),
    restoreSection: courses.restoreSection.handler(({ context, input }) =>
      restoreSection(services, context.caller, input),
    ),
    impact: courses.impact.handler(({ context, input }) => getRemovalImpact(services, context.caller, input)),
    losses: courses.losses.handler(({ context, input }) => getLosses(services, context.caller, input)),
    trash: courses.trash.handler(({ context }) =>
      fromReplica(services, (reading) => listTrash(reading, context.caller)),
    ),
    restore: courses.restore.handler(({ context, input }) => restoreCourse(services, context.caller, input)),
    versions: courses.versions.handler(({ context, input }) =>
      fromReplica(services, (reading) => listVersions(reading, context.caller, input)),
    ),
    version: courses.version.handler(({ context, input }) => getVersion(services, context.caller, input)),
    restoreVersion: courses.restoreVersion.handler(({ context, input }) =>
      restoreVersion(services, context.caller, input),
    ),
    preview: courses.preview.handler(({ context, input }) => previewMarkdown(context.caller, input)),
    fromHtml: courses.fromHtml.handler(({ context, input }) => convertHtml(context.caller, input)),
  };
}
