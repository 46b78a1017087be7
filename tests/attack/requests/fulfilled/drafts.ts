import type { World } from '../../access/access-objects.ts';

/** Inputs with which drafts of courses are saved and discarded, and sections duplicated. */
export const FULFILLED_DRAFTS = {
  'drafts.save': (world: World) => draftInput(world),
  'drafts.discard': async (world: World) => {
    const { id, ...body } = await draftInput(world);
    const saved = await world.school.ask('admin', 'PUT', `/api/admin/courses/${id}/draft`, { body });
    return { id, draft: (await saved.json()).version };
  },
  'writing.duplicateSection': async ({ content }: World) => ({
    id: content.courses.free.id,
    sectionId: content.courses.free.sections[0]?.id,
  }),
};

/** The form of a course, as its editor sends it. */
async function draftInput({ content, school }: World) {
  const { id } = content.courses.free;
  const course = await (await school.ask('admin', 'GET', `/api/admin/courses/${id}`)).json();
  const { updatedAt: _, version, ...form } = course;
  return { ...form, id, title: 'Drafted', basedOn: version };
}
