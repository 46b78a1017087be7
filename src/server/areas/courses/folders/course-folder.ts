import type { Exam } from '#domain/courses/exam';
import type { CourseState } from '#domain/courses/life-cycle';
import type { ContentType, Level, SectionType } from '#domain/courses/vocabulary';
import type { SectionOrder } from '#domain/learning/section-lock';
import type { PageMeta } from '#domain/site/page-meta';
import type { Tier } from '#domain/tiers';
import type { WrittenLab } from '../labs/lab-spec-sql.ts';

/** A course as a folder of files holds it (design, section 7). */
export interface CourseFolder {
  readonly slug: string;
  /** Changes when any file that counts changes. */
  readonly hash: string;
  readonly course: {
    readonly kind: 'course' | 'post';
    readonly title: string;
    readonly description: string;
    readonly level: Level;
    readonly subscription_level: Tier;
    readonly categories: readonly string[];
    readonly tags: readonly string[];
    readonly thumbnail?: string | undefined;
    readonly outcomes: readonly string[];
    /** Of a post: what search engines and shared links get. */
    readonly meta: PageMeta;
    /** Slugs. Left out: they stay as they are. */
    readonly authors?: readonly string[] | undefined;
    readonly certificate: boolean;
    readonly certificate_months: number | null;
    readonly section_order: SectionOrder;
    /** Slug of the course that must be completed first. */
    readonly prerequisite: string | null;
    /** Left out: a new course is published, one that is there stays where it stands. */
    readonly status?: CourseState | undefined;
    /** When a scheduled one is published. */
    readonly publish_at?: string | undefined;
    /** Of an archived one: whether those who study it keep their access. Left out: they do. */
    readonly keeps_access?: boolean | undefined;
    /** `soft`: a single line break in a paragraph is a space, for texts that an editor wrapped. */
    readonly line_breaks: 'keep' | 'soft';
  };
  readonly sections: readonly FolderSection[];
  /** The cover, when the thumbnail names a file of the folder. */
  readonly cover: { readonly name: string; readonly bytes: Buffer } | null;
  /** What was not understood and is left out, each with its file and line. */
  readonly warnings: readonly string[];
}

export interface FolderSection {
  readonly file: string;
  readonly key: string;
  readonly title: string;
  readonly chapter: string;
  readonly type: ContentType;
  readonly sectionType: SectionType;
  readonly videoUrl: string;
  readonly captionsUrl: string;
  /** Left out: counted from the words. */
  readonly minutes?: number | undefined;
  readonly required: boolean;
  readonly sample: boolean;
  readonly opensAt: string | null;
  readonly opensAfterDays: number | null;
  readonly content: string;
  /** The line of the file that the content begins on; null where lines of the text are not lines of the file. */
  readonly line: number | null;
  readonly exam: Exam | null;
  /** What makes a lab run; null for every other section, and for a lab that is read. */
  readonly lab: WrittenLab | null;
  /** SVG by the name of its file, for the pictures of the exam's questions that are files of the folder. */
  readonly drawings: ReadonlyMap<string, string>;
}

/** Folders that cannot be imported; says every fault with its file. */
export class FolderError extends Error {
  override name = 'FolderError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Nothing was imported:\n${linesOf(faults)}`);
    this.faults = faults;
  }

  get lines(): string {
    return linesOf(this.faults);
  }
}

function linesOf(faults: readonly string[]): string {
  return faults.map((fault) => `  - ${fault}`).join('\n');
}
