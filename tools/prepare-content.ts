import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCourseFolder } from '#server/areas/courses/read-course-folder';
import { markdownOf } from '#server/areas/courses/section-values';
import { fingerprint } from '#server/markdown/prepared-html';
import { toHtml } from '#server/markdown/to-html';

/** Renders the sample courses while the app is built, so that the first start does not have to. */
export async function prepareContent(content: string, file: string): Promise<void> {
  const prepared: Record<string, string> = {};
  const folders = readdirSync(content, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'pages',
  );
  for (const { name } of folders) {
    const { sections } = await readCourseFolder(join(content, name));
    for (const section of sections) {
      const markdown = markdownOf(section.content, section.exam);
      prepared[fingerprint(markdown)] = await toHtml(markdown);
    }
  }
  writeFileSync(file, JSON.stringify(prepared));
}
