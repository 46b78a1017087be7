import { isSame } from '#domain/merge-versions';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { type CourseValues, toSectionValues } from '../form-values.ts';
import type { SectionActions } from './section-actions.ts';

interface Options {
  /** Of the course or post; a new one has none, and its sections are saved with it. */
  readonly id: string | null;
  /** What is saved. */
  readonly saved: CourseValues;
  /** Notes what was saved beside the form. */
  readonly note: (version: number, change: (values: CourseValues) => CourseValues) => void;
  readonly changed: (id: string) => void;
}

/** On the edit page adding, duplicating, removing and restoring a section is saved at once. */
export function useSectionActions({ changed, id, note, saved }: Options): SectionActions | undefined {
  const api = useApi();
  if (id === null) return undefined;
  const without =
    (sectionId: string) =>
    (before: CourseValues): CourseValues => ({
      ...before,
      content: before.content.filter((section) => section.id !== sectionId),
    });
  return {
    isSaved: (section) =>
      saved.content.some(
        (each) => each.id === section.id && isSame({ ...each, rowKey: '' }, { ...section, rowKey: '' }),
      ),
    move: async ({ id: sectionId = '' }, place) => {
      const moved = await api.courses.moveSection({ id, sectionId, ...place });
      note(moved.version, without(sectionId));
      changed(id);
      changed(place.to);
      return moved;
    },
    add: async (section) => {
      try {
        const added = await api.courses.addSection({ ...section, id });
        const values = toSectionValues(added.section);
        note(added.version, (before) => ({ ...before, content: [...before.content, values] }));
        changed(id);
        toast({ title: m.admin_success(), description: m.admin_section_added() });
        return values;
      } catch (error) {
        toastFailure(error, { title: m.admin_error(), description: m.admin_section_add_failed() });
        throw error;
      }
    },
    duplicate: async ({ id: sectionId = '' }) => {
      try {
        const { section, version } = await api.writing.duplicateSection({ id, sectionId });
        const copy = toSectionValues(section);
        note(version, (before) => ({
          ...before,
          content: before.content.toSpliced(section.order - 1, 0, copy),
        }));
        changed(id);
        return copy;
      } catch (error) {
        toastFailure(error, { title: m.admin_section_duplicate_failed() });
        throw error;
      }
    },
    remove: async ({ id: sectionId }) => {
      if (sectionId === undefined) return;
      try {
        const { version } = await api.courses.removeSection({ id, sectionId });
        note(version, without(sectionId));
        changed(id);
      } catch (error) {
        toastFailure(error, { title: m.admin_error(), description: m.admin_section_remove_failed() });
        throw error;
      }
    },
    restore: async ({ id: sectionId, rowKey }) => {
      if (sectionId === undefined) return;
      try {
        const { section, version } = await api.courses.restoreSection({ id, sectionId });
        note(version, (before) => ({
          ...before,
          content: [
            ...before.content.slice(0, section.order - 1),
            { ...toSectionValues(section), rowKey },
            ...before.content.slice(section.order - 1),
          ],
        }));
        changed(id);
      } catch (error) {
        toastFailure(error, { title: m.admin_error(), description: m.admin_section_restore_failed() });
        throw error;
      }
    },
  };
}
