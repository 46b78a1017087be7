import { writeFileSync } from 'node:fs';
import { findCourseFolders } from '#server/areas/courses/folders/import-content';
import { readCourseFolder } from '#server/areas/courses/folders/read-course-folder';
import { fingerprint } from '#server/markdown/prepared-html';
import { toHtml } from '#server/markdown/to-html';

/** Renders the sample courses while the app is built, so that the first start does not have to. */
export async function prepareContent(root: string, file: string): Promise<void> {
  const prepared: Record<string, string> = {};
  for (const folder of await findCourseFolders(root)) {
    const { sections } = await readCourseFolder(folder);
    for (const { content } of sections) prepared[fingerprint(content)] = await toHtml(content);
  }
  writeFileSync(file, JSON.stringify(prepared));
}
