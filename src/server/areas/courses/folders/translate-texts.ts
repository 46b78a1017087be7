import { type Edit, editText } from '#server/markdown/edit-text';
import { linkAddresses } from '#server/markdown/link-addresses';
import { looksWrapped } from '#server/markdown/looks-wrapped';
import { lostMarkup } from '#server/markdown/lost-markup';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import { unwrapLines } from '#server/markdown/unwrap-lines';
import { m } from '../../../../messages/messages.js';
import type { FolderFiles } from '../editing/store-named-files.ts';
import { addressOfFile, isRelative } from './address-of-file.ts';
import type { CourseFolder, FolderSection } from './course-folder.ts';
import { withQuestionTexts } from './question-texts.ts';
import { lineWords } from './read-yaml.ts';
import { addressIn, notImported, questionLosses, withFolderFiles } from './with-folder-files.ts';

/**
 * A folder whose texts are as the course keeps them: links between its files are addresses of sections, and wrapped lines
 * are joined where the folder says so. What the product cannot show is added to the warnings.
 */
export function translateTexts(folder: CourseFolder, files: FolderFiles): CourseFolder {
  const warnings = [...folder.warnings];
  const isSoft = folder.course.line_breaks === 'soft';
  let wrapped: string | null = null;
  const sections = folder.sections.map((section): FolderSection => {
    const placed = (line: number, said: string) =>
      section.line === null ? `intro: ${said}` : lineWords({ line: section.line + line - 1, said });
    const { losses, text, wrappedAt } = translate(section.content, folder, files);
    const file = `${folder.slug}/${section.file}`;
    warnings.push(...losses.map(({ line, what }) => `${file}: ${placed(line, what)}`));
    warnings.push(...questionLosses(section.exam, files).map((said) => `${file}: ${said}`));
    if (wrappedAt !== null) wrapped ??= `${file}: ${placed(wrappedAt, m.reports_lines_seem_wrapped())}`;
    const named = section.exam && withFolderFiles(section.exam, files);
    const exam = named && { ...(isSoft ? withQuestionTexts(named, unwrapped) : named), intro: text };
    const [videoUrl, captionsUrl] = [section.videoUrl, section.captionsUrl].map((url) => {
      const address = isRelative(url) ? addressIn(files, url) : url;
      if (address === null) warnings.push(`${file}: ${notImported(url, files)}`);
      return address ?? '';
    });
    return { ...section, content: text, exam, videoUrl: videoUrl ?? '', captionsUrl: captionsUrl ?? '' };
  });
  if (wrapped !== null) warnings.push(wrapped);
  return { ...folder, sections, warnings };
}

function unwrapped(text: string): string {
  return text.includes('\n') ? editText(text, unwrapLines(parseMarkdown(text), text)) : text;
}

function translate(source: string, { course, sections, slug }: CourseFolder, files: FolderFiles) {
  const tree = parseMarkdown(source);
  const isSoft = course.line_breaks === 'soft';
  const edits: Edit[] = isSoft ? unwrapLines(tree, source) : [];
  const losses: { line: number; what: string }[] = [];
  for (const { kind, line, span, url } of linkAddresses(tree, source).filter((each) =>
    isRelative(each.url),
  )) {
    const section = course.kind === 'course' ? addressOfFile(url, slug, sections) : null;
    const address = (kind === 'picture' ? null : section) ?? addressIn(files, url);
    if (address !== null && span !== null) edits.push({ ...span, text: address });
    else if (kind === 'picture') losses.push({ line, what: notImported(url, files) });
    else if (address === null) losses.push({ line, what: m.reports_link_leads_nowhere({ url }) });
  }
  losses.push(...lostMarkup(tree, source));
  return {
    text: editText(source, edits),
    losses: losses.sort((a, b) => a.line - b.line),
    wrappedAt: isSoft ? null : looksWrapped(tree, source),
  };
}
