import { setTimeout as wait } from 'node:timers/promises';
import { message, type School } from './school-server.ts';

const MESSAGE_WRITERS = 3;

/** What the server has said it keeps. */
export interface Acknowledged {
  readonly messages: string[];
  /** Of the course that is saved again and again. */
  version: number;
}

interface EditCourse {
  readonly id: string;
  readonly version: number;
  readonly title: string;
}

/** How the course is called after its save to this version: tells whether a save is kept whole. */
export const titleOf = (version: number) => `Version ${version}`;

/** Makes the course that is saved later; answers its id. */
export async function makeCourse(school: School): Promise<string> {
  const category = await school.ask<{ id: string }>('POST', '/api/admin/categories', { name: 'Proofs' });
  const made = await school.ask<EditCourse>(
    'POST',
    '/api/admin/courses',
    courseForm(category.body.id, titleOf(1)),
  );
  if (made.status !== 201) throw new Error(`no course could be made: ${JSON.stringify(made.body)}`);
  return made.body.id;
}

function courseForm(category: string, title: string) {
  return {
    title,
    description: 'Saved again and again.',
    slug: 'proofs',
    categories: [category],
    thumbnail: '/media/none.svg',
  };
}

/** Sends messages and saves the course as fast as answers come, until the server ends; notes what was acknowledged. */
export async function writeOn(school: School, courseId: string, acknowledged: Acknowledged): Promise<void> {
  let isOver = false;
  void school.ended.then(() => {
    isOver = true;
  });
  const again = async (write: () => Promise<void>) => {
    // What fails is not counted: its server or database was killed. The next one may be kept again.
    while (!isOver) await write().catch(() => wait(20));
  };
  await Promise.all([
    ...Array.from({ length: MESSAGE_WRITERS }, () => again(() => sendMessage(school, acknowledged))),
    again(() => saveCourse(school, courseId, acknowledged)),
  ]);
}

let count = 0;
async function sendMessage(school: School, acknowledged: Acknowledged): Promise<void> {
  count += 1;
  const text = `message ${count}`;
  const { status } = await school.ask('POST', '/api/contact', message(text));
  if (status !== 201) throw new Error(`refused with ${status}`);
  acknowledged.messages.push(text);
}

async function saveCourse(school: School, id: string, acknowledged: Acknowledged): Promise<void> {
  const { body: found } = await school.ask<EditCourse & { categories: string[] }>(
    'GET',
    `/api/admin/courses/${id}`,
  );
  const [category = ''] = found.categories;
  const form = { ...courseForm(category, titleOf(found.version + 1)), version: found.version };
  const { body, status } = await school.ask<EditCourse>('PUT', `/api/admin/courses/${id}`, form);
  if (status !== 200) throw new Error(`refused with ${status}`);
  acknowledged.version = Math.max(acknowledged.version, body.version);
}
