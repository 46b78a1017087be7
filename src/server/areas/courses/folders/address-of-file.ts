import { readSectionPath, sectionPath } from '#domain/courses/section-paths';
import type { SectionType } from '#domain/courses/vocabulary';

interface Place {
  readonly key: string;
  readonly file: string;
}

/** Anything with a scheme, a host or a root of its own leads out of the folder; an anchor alone stays in its text. */
export function isRelative(url: string): boolean {
  return url !== '' && !/^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(url);
}

/** The address of the section that a relative link to its file means; null if it means none. */
export function addressOfFile(url: string, slug: string, sections: readonly Place[]): string | null {
  const [, path = '', anchor] = /^([^?#]*)(?:#(.*))?$/.exec(url) ?? [];
  const name = decoded(path).replace(/^(?:\.\/)+/, '');
  const found =
    sections.find(({ file }) => file === name) ??
    // As in the folder of pages that a course may come from: without the kind.
    sections.find(({ file }) => file.replace(/\.(?:lesson|lab)\.md$/, '.md') === name);
  if (!found) return null;
  return sectionPath({ slug, key: found.key, anchor });
}

/** The other way: the relative link to the file of a section, for an address of this course; null for any other. */
export function fileOfAddress(url: string, slug: string, sections: readonly Place[]): string | null {
  const named = readSectionPath(url);
  const found = named?.slug === slug && sections.find(({ key }) => key === named.key);
  if (!found) return null;
  return named.anchor === undefined ? found.file : `${found.file}#${named.anchor}`;
}

/** The name of a section's file in its folder. */
export function fileOfSection(section: {
  readonly key: string;
  readonly section_type: SectionType;
  readonly sort_order: number;
}): string {
  const ending = section.section_type === 'exam' ? 'exam.yaml' : `${section.section_type}.md`;
  return `${String(section.sort_order).padStart(2, '0')}-${section.key}.${ending}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
