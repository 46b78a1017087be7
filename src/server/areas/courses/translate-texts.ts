import { type Edit, editText } from '#server/markdown/edit-text';
import { linkAddresses } from '#server/markdown/link-addresses';
import { looksWrapped } from '#server/markdown/looks-wrapped';
import { lostMarkup } from '#server/markdown/lost-markup';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import { unwrapLines } from '#server/markdown/unwrap-lines';
import { addressOfFile, isRelative } from './address-of-file.ts';
import type { CourseFolder, FolderSection } from './course-folder.ts';

/**
 * A folder whose texts are as the course keeps them: links between its files are addresses of sections, and wrapped lines
 * are joined where the folder says so. What the product cannot show is added to the warnings.
 */
export function translateTexts(folder: CourseFolder): CourseFolder {
  const warnings = [...folder.warnings];
  let wrapped: string | null = null;
  const sections = folder.sections.map((section): FolderSection => {
    const place = (line: number) => (section.line === null ? 'intro' : `line ${section.line + line - 1}`);
    const { losses, text, wrappedAt } = translate(section.content, folder);
    const file = `${folder.slug}/${section.file}`;
    warnings.push(...losses.map(({ line, what }) => `${file}: ${place(line)}: ${what}`));
    warnings.push(...questionLosses(section).map((said) => `${file}: ${said}`));
    if (wrappedAt !== null) wrapped ??= `${file}: ${place(wrappedAt)}`;
    return { ...section, content: text, exam: section.exam && { ...section.exam, intro: text } };
  });
  if (wrapped !== null)
    warnings.push(
      `${wrapped}: lines seem to be wrapped and will stay short; "line_breaks: soft" in course.yaml joins them`,
    );
  return { ...folder, sections, warnings };
}

/** What is lost in the texts of an exam's questions; they stay as they are. */
function questionLosses({ exam }: FolderSection): string[] {
  return (exam?.questions ?? []).flatMap(({ explanation, id, prompt }) =>
    Object.entries({ prompt, explanation }).flatMap(([name, text]) => {
      const tree = parseMarkdown(text);
      const links = linkAddresses(tree, text).filter(({ url }) => isRelative(url));
      return [
        ...links.map(({ kind, url }) =>
          kind === 'picture'
            ? `the picture ${url} is not imported`
            : `the link to ${url} stays as it is: write the address of the section`,
        ),
        ...lostMarkup(tree, text).map(({ what }) => what),
      ].map((what) => `question ${id}: ${name}: ${what}`);
    }),
  );
}

function translate(source: string, { course, sections, slug }: CourseFolder) {
  const tree = parseMarkdown(source);
  const isSoft = course.line_breaks === 'soft';
  const edits: Edit[] = isSoft ? unwrapLines(tree, source) : [];
  const losses: { line: number; what: string }[] = [];
  for (const { kind, line, span, url } of linkAddresses(tree, source).filter((each) =>
    isRelative(each.url),
  )) {
    const address = course.kind === 'course' ? addressOfFile(url, slug, sections) : null;
    if (kind === 'picture') losses.push({ line, what: `the picture ${url} is not imported` });
    else if (address === null)
      losses.push({ line, what: `the link to ${url} leads to no section of the folder` });
    else if (span !== null) edits.push({ ...span, text: address });
  }
  losses.push(...lostMarkup(tree, source));
  return {
    text: editText(source, edits),
    losses: losses.sort((a, b) => a.line - b.line),
    wrappedAt: isSoft ? null : looksWrapped(tree, source),
  };
}
