import type { UseFormReturn } from 'react-hook-form';
import type { CourseDraft, EditCourse } from '#contract/courses/courses';
import { mergeCourses } from '#domain/courses/merge-courses';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { showValues } from '#web/lib/saving/use-versioned-form.ts';
import { type Base, useVersionedSave } from '#web/lib/saving/use-versioned-save.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { type CourseValues, toDraftInput, type Written, withRowKeys } from '../form-values.ts';

/** There is no draft. */
const NONE = { version: 0 } as const;
type Kept = CourseDraft | typeof NONE;

interface Options {
  /** Of the course or post; null for a new one, which has no draft. */
  readonly id: string | null;
  readonly first: CourseDraft | null;
  /** The saves of the live text. */
  readonly versioned: {
    readonly base: Base<CourseValues>;
    readonly form: UseFormReturn<CourseValues>;
    readonly baseOn: (base: Base<CourseValues>) => void;
    readonly replace: (next: EditCourse) => void;
  };
  readonly valuesOf: (written: Written) => CourseValues;
  readonly onSaved: (saved: CourseDraft) => void;
  /** It was discarded. */
  readonly onEnded: (id: string) => void;
  /** What is typed is about to be replaced in the form. */
  readonly offer: () => void;
}

/**
 * The draft of a course or post on the server: the form beside its live text, for every administrator. Saving the live text
 * publishes it.
 */
export function useServerDraft({ first, id, offer, onEnded, onSaved, valuesOf, versioned }: Options) {
  const api = useApi();
  const { base: live, baseOn, form, replace } = versioned;
  const typed = () => structuredClone(form.getValues());
  const send = (values: CourseValues, { basedOn, version }: { basedOn: number; version: number }) =>
    api.drafts.save({
      ...toDraftInput(values),
      id: id ?? '',
      basedOn,
      draft: version === 0 ? null : version,
    });
  const baseOf = ({ base, basedOn }: CourseDraft): Base<CourseValues> => ({
    version: basedOn,
    values: withRowKeys(valuesOf(base), typed(), false),
  });
  const saving = useVersionedSave<Kept, CourseValues>({
    first: first ?? NONE,
    begin: first ? valuesOf(first.content) : live.values,
    typed,
    // The fields stay fields of the live text: what hangs on a section is saved there only.
    show: (values) => showValues(form, values, live.values),
    merge: mergeCourses,
    adapt: (values, before) => withRowKeys(values, before, false),
    valuesOf: (kept) => (isDraft(kept) ? valuesOf(kept.content) : live.values),
    send: (values, version) => send(values, { version, basedOn: live.version }),
    onSaved: (kept, _, from) => {
      if (!isDraft(kept)) return;
      baseOn(baseOf(kept));
      toast({ title: m.drafts_saved(), description: m.drafts_saved_text() });
      if (from.version !== on.version) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
      onSaved(kept);
    },
    onFailed: (error) => toastFailure(error, { title: m.drafts_save_failed() }),
  });
  const pending = isDraft(saving.stored) ? saving.stored : null;
  const on = pending ? saving.base : { version: NONE.version, values: live.values };
  const save = () => saving.save(typed(), typed(), on);
  const restore = async (before: CourseDraft) => {
    try {
      const kept = await send(valuesOf(before.content), { version: 0, basedOn: before.basedOn });
      offer();
      saving.rebase(kept);
      baseOn(baseOf(kept));
      showValues(form, valuesOf(kept.content), valuesOf(kept.base));
      onSaved(kept);
    } catch (error) {
      toastFailure(error, { title: m.drafts_restore_failed() });
    }
  };
  return {
    /** What waits to be published. */
    pending,
    /** What the form is compared with to know whether something is not saved. */
    saved: pending ? { version: live.version, values: saving.base.values, draft: saving.base.version } : live,
    /** For a save of the live text. */
    publishes: pending ? { draft: saving.base.version } : {},
    saving,
    valuesOf,
    save,
    /** It was published. */
    end: () => saving.rebase(NONE),
    /** What another administrator saved in a draft that was to be published comes in first. False: it failed for another reason. */
    takesIn: (error: unknown): boolean => {
      if (!pending || failureCode(error) !== 'STATE_CHANGED') return false;
      toast({ title: m.drafts_changed(), description: m.drafts_changed_text() });
      void save().catch(() => undefined);
      return true;
    },
    /** Goes on from what was typed on another draft: what was saved in it since is merged at the next save. */
    goOnFrom: ({ draft = NONE.version, values: from }: Base<CourseValues>, values: CourseValues) =>
      saving.goOnFrom({ version: draft, values: from }, values),
    discard: async () => {
      if (!pending) return;
      try {
        const course = await api.drafts.discard({ id: pending.base.id, draft: pending.version });
        saving.rebase(NONE);
        replace(course);
        onEnded(course.id);
        toast({
          title: m.drafts_discarded(),
          action: { label: m.admin_undo(), run: () => void restore(pending) },
        });
      } catch (error) {
        const moved = failureCode(error) === 'VERSION_CONFLICT';
        toastFailure(error, { title: moved ? m.admin_conflict_title() : m.drafts_discard_failed() });
      }
    },
  };
}

function isDraft(kept: Kept): kept is CourseDraft {
  return kept.version !== NONE.version;
}
