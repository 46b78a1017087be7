import { LAB_DONE, LAB_SOURCE, makeLab } from '#tests/kit/lab-room';
import type { World } from '../access/access-objects.ts';

type Input = Record<string, unknown>;

/** A lab in the free course, which the member `basic` studies; answers its section. */
async function openLab({ content, school }: World): Promise<string> {
  const { id: courseId, sections } = content.courses.free;
  const id = await makeLab(school.services, { courseId, sectionId: sections[0]?.id });
  await school.ask('basic', 'POST', `/api/learning/${courseId}`, { body: {} });
  return id;
}

const draft = async (world: World) => ({
  id: await openLab(world),
  source: { ...LAB_SOURCE, 'given/note.txt': 'Read me.' },
});

/** Inputs with which the changes of labs succeed. */
export const FULFILLED_LABS: Readonly<Record<string, (world: World) => Promise<Input>>> = {
  'labAuthoring.read': draft,
  'labAuthoring.prove': draft,
  'labAuthoring.try': async (world) => ({ ...(await draft(world)), files: LAB_DONE }),
  'labAuthoring.save': async (world) => ({ ...(await draft(world)), version: 1 }),
  'labAuthoring.remove': async (world) => ({ id: await openLab(world) }),
  'labs.saveFiles': async (world) => ({ id: await openLab(world), files: LAB_DONE, baseVersion: 0 }),
  'labs.reset': async (world) => ({ id: await openLab(world), baseVersion: 0 }),
  'labs.submit': async (world) => ({ id: await openLab(world), version: 0 }),
  'labs.openHint': async (world) => ({ id: await openLab(world) }),
};
