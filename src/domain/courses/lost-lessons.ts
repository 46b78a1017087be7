import type { Draw } from '../exams/draw.ts';
import type { Question } from '../exams/kinds/kinds.ts';
import type { SectionType } from './vocabulary.ts';

interface Section {
  readonly key: string;
  readonly sectionType: SectionType;
  readonly exam: { readonly questions: readonly Question[]; readonly draws: readonly Draw[] } | null;
}

export interface LostLesson {
  /** Place of the exam among the sections. */
  readonly section: number;
  /** Where in the exam it is named: `questions.2.lesson`. */
  readonly path: string;
  readonly lesson: string;
}

/** Lessons that questions name and the course does not have; `removed` are keys of sections that it had once. */
export function lostLessons(
  sections: readonly Section[],
  removed: ReadonlySet<string> = new Set(),
): LostLesson[] {
  const known = new Set(sections.filter(({ sectionType }) => sectionType !== 'exam').map(({ key }) => key));
  return sections.flatMap(({ exam }, section) =>
    (['questions', 'draws'] as const).flatMap((list) =>
      (exam?.[list] ?? []).flatMap(({ lesson }, at) =>
        lesson === undefined || known.has(lesson) || removed.has(lesson)
          ? []
          : [{ section, path: `${list}.${at}.lesson`, lesson }],
      ),
    ),
  );
}
