import type { SectionType } from './vocabulary.ts';

interface Placed {
  readonly id?: string | undefined;
  readonly sectionType: SectionType;
}

export interface LostSection<Section> {
  readonly section: Section;
  /** What an exam becomes; null for a section that is left out. */
  readonly becomes: SectionType | null;
}

/** The sections that a change of a course takes from learners: those left out, and exams that become something else. */
export function lostSections<Section extends Placed>(
  before: readonly Section[],
  after: readonly Placed[],
): LostSection<Section>[] {
  const kinds = new Map(after.map(({ id, sectionType }) => [id, sectionType]));
  return before.flatMap((section) => {
    if (section.id === undefined) return [];
    const becomes = kinds.get(section.id) ?? null;
    const isLost = becomes === null || (section.sectionType === 'exam' && becomes !== 'exam');
    return isLost ? [{ section, becomes }] : [];
  });
}

interface Rewritten {
  readonly from: readonly Placed[];
  readonly to: readonly Placed[];
}

/** Whether a change takes sections from learners that `agreed`, an earlier form of it, did not take. */
export function losesMore(change: Rewritten, agreed: Rewritten | null): boolean {
  const known = agreed ? lostSections(agreed.from, agreed.to) : [];
  return lostSections(change.from, change.to).some(
    ({ becomes, section }) => !known.some((one) => one.section.id === section.id && one.becomes === becomes),
  );
}
