import { sectionsPrefix } from '#domain/courses/section-paths';
import { editText } from '#server/markdown/edit-text';
import { linkAddresses } from '#server/markdown/link-addresses';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import { fileOfAddress } from '../folders/address-of-file.ts';

/** A text of a course with its links to other sections written as links to their files. */
export function withFileLinks(
  source: string,
  slug: string,
  sections: readonly { readonly key: string; readonly file: string }[],
): string {
  if (!source.includes(sectionsPrefix(slug))) return source;
  const edits = linkAddresses(parseMarkdown(source), source).flatMap(({ kind, span, url }) => {
    // What is written with escapes would come back without them.
    const isPlain = span !== null && source.slice(span.start, span.end) === url;
    const file = kind === 'link' && isPlain ? fileOfAddress(url, slug, sections) : null;
    return span === null || file === null ? [] : [{ ...span, text: file }];
  });
  return editText(source, edits);
}
