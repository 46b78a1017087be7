import { writeFileSync } from 'node:fs';
import { findCourseFolders } from '#server/areas/courses/import-content';
import { readCourseFolder } from '#server/areas/courses/read-course-folder';
import { markdownOf } from '#server/areas/courses/section-values';
import { fingerprint } from '#server/markdown/prepared-html';
import { toHtml } from '#server/markdown/to-html';

/** Renders the sample courses while the app is built, so that the first start does not have to. */
export async function prepareContent(content: string, file: string): Promise<void> {
  const prepared: Record<string, string> = {};
  for (const folder of await findCourseFolders(content)) {
    const { sections } = await readCourseFolder(folder);
    for (const section of sections) {
      const markdown = markdownOf(section.content, section.exam);
      prepared[fingerprint(markdown)] = await toHtml(markdown);
    }
  }
  writeFileSync(file, JSON.stringify(prepared));
}
