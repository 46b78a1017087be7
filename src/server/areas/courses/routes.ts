import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { addSection } from './add-section.ts';
import { createCourse } from './create-course.ts';
import { getCourse } from './get-course.ts';
import { getEditCourse } from './get-edit-course.ts';
import { getLosses } from './get-losses.ts';
import { getRemovalImpact } from './get-removal-impact.ts';
import { getSection } from './get-section.ts';
import { getVersion } from './get-version.ts';
import { listAllCourses } from './list-all-courses.ts';
import { listCourses } from './list-courses.ts';
import { listTrash } from './list-trash.ts';
import { listVersions } from './list-versions.ts';
import { previewMarkdown } from './preview-markdown.ts';
import { removeCourse } from './remove-course.ts';
import { removeSection } from './remove-section.ts';
import { restoreCourse } from './restore-course.ts';
import { restoreSection } from './restore-section.ts';
import { restoreVersion } from './restore-version.ts';
import { updateCourse } from './update-course.ts';

export function coursesRoutes({ courses }: Implementer, services: Services) {
  return {
    list: courses.list.handler(({ context, input }) => listCourses(services, context.caller, input)),
    get: courses.get.handler(({ context, input }) => getCourse(services, context.caller, input)),
    section: courses.section.handler(({ context, input }) => getSection(services, context.caller, input)),
    adminList: courses.adminList.handler(({ context, input }) =>
      listAllCourses(services, context.caller, input),
    ),
    adminGet: courses.adminGet.handler(({ context, input }) =>
      getEditCourse(services, context.caller, input),
    ),
    create: courses.create.handler(({ context, input }) => createCourse(services, context.caller, input)),
    update: courses.update.handler(({ context, input }) => updateCourse(services, context.caller, input)),
    remove: courses.remove.handler(({ context, input }) => removeCourse(services, context.caller, input)),
    addSection: courses.addSection.handler(({ context, input }) =>
      addSection(services, context.caller, input),
    ),
    removeSection: courses.removeSection.handler(({ context, input }) =>
      removeSection(services, context.caller, input),
    ),
    restoreSection: courses.restoreSection.handler(({ context, input }) =>
      restoreSection(services, context.caller, input),
    ),
    impact: courses.impact.handler(({ context, input }) => getRemovalImpact(services, context.caller, input)),
    losses: courses.losses.handler(({ context, input }) => getLosses(services, context.caller, input)),
    trash: courses.trash.handler(({ context }) => listTrash(services, context.caller)),
    restore: courses.restore.handler(({ context, input }) => restoreCourse(services, context.caller, input)),
    versions: courses.versions.handler(({ context, input }) => listVersions(services, context.caller, input)),
    version: courses.version.handler(({ context, input }) => getVersion(services, context.caller, input)),
    restoreVersion: courses.restoreVersion.handler(({ context, input }) =>
      restoreVersion(services, context.caller, input),
    ),
    preview: courses.preview.handler(({ context, input }) => previewMarkdown(context.caller, input)),
  };
}
