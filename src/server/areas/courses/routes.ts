import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { addSection } from './add-section.ts';
import { createCourse } from './create-course.ts';
import { getCourse } from './get-course.ts';
import { getEditCourse } from './get-edit-course.ts';
import { getSection } from './get-section.ts';
import { listAllCourses } from './list-all-courses.ts';
import { listCourses } from './list-courses.ts';
import { previewMarkdown } from './preview-markdown.ts';
import { removeCourse } from './remove-course.ts';
import { removeSection } from './remove-section.ts';
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
    preview: courses.preview.handler(({ context, input }) => previewMarkdown(context.caller, input)),
  };
}
