import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { type FieldErrors, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { courseForm } from '#contract/course-form';
import { type Choices, type FieldPath, mergeVersions } from '#domain/courses/merge-versions';
import { ApiError, failureCode } from '#web/lib/api-error.ts';
import { type CourseValues, type SectionValues, toInput } from './form-values.ts';

/** Checks what will be sent, with the drawn cover where no thumbnail was named. */
const check = standardSchemaResolver(courseForm);
const resolver: Resolver<CourseValues> = async (values, context, options) => {
  const { errors } = await check(toInput(values), context, options as never);
  const hasErrors = Object.keys(errors).length > 0;
  return hasErrors ? { values: {}, errors: errors as FieldErrors<CourseValues> } : { values, errors: {} };
};

export function useCourseForm(values: CourseValues): UseFormReturn<CourseValues> {
  return useForm<CourseValues>({ resolver, defaultValues: values, shouldFocusError: true });
}

/** What a save is based on. */
export interface Base {
  readonly version: number;
  readonly values: CourseValues;
}
/** Fields that both sides changed; one of the two has to be chosen for each. */
export interface Conflict {
  readonly base: CourseValues;
  readonly mine: CourseValues;
  readonly theirs: Base;
  readonly fields: readonly FieldPath[];
}
interface Options<Stored> {
  readonly first: Stored;
  readonly valuesOf: (stored: Stored) => CourseValues;
  readonly send: (values: CourseValues, version: number) => Promise<Stored>;
  /** `isMerged`: somebody else's changes came in. */
  readonly onSaved: (saved: Stored, isMerged: boolean) => void;
  readonly onFailed: (error: unknown) => void;
}

/**
 * A form whose saves are based on a version. What somebody else saved meanwhile is merged in; where both changed the same
 * field, `conflict` asks. After a save the form stays as it is: same tab, same open section, same focus.
 */
export function useVersionedForm<Stored extends { readonly version: number }>(options: Options<Stored>) {
  const { first, onFailed, onSaved, send, valuesOf } = options;
  const [stored, setStored] = useState(first);
  const [base, setBase] = useState<Base>(() => ({ version: first.version, values: valuesOf(first) }));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const form = useCourseForm(base.values);
  const adopt = (saved: Stored, begunWith: CourseValues) => {
    const values = withRowKeys(valuesOf(saved), begunWith, true);
    // What was typed while the save was running stays.
    const { merged } = mergeVersions(begunWith, form.getValues(), values);
    setStored(saved);
    setBase({ version: saved.version, values });
    setConflict(null);
    form.reset(values);
    if (JSON.stringify(merged) !== JSON.stringify(values)) form.reset(merged, { keepDefaultValues: true });
  };
  const save = async (values: CourseValues, on = base, begunWith = values): Promise<void> => {
    try {
      const saved = await send(values, on.version);
      adopt(saved, begunWith);
      onSaved(saved, on !== base);
    } catch (error) {
      const current = currentOf<Stored>(error);
      if (!current) {
        onFailed(error);
        throw error;
      }
      const theirs = { version: current.version, values: withRowKeys(valuesOf(current), values, false) };
      const { conflicts, merged } = mergeVersions(on.values, values, theirs.values);
      if (conflicts.length === 0) return save(merged, theirs, begunWith);
      setConflict({ base: on.values, mine: values, theirs, fields: conflicts });
      throw error;
    }
  };
  return {
    ...{ base, conflict, form, save, stored },
    /** The server holds another version: what was typed and not saved is replaced. */
    replace: (next: Stored) => adopt(next, form.getValues()),
    /** Something was saved at once, beside the form. A version in between is somebody else's, and is merged at the next save. */
    note: (version: number, change: (values: CourseValues) => CourseValues) =>
      setBase((before) => ({
        version: version === before.version + 1 ? version : before.version,
        values: change(before.values),
      })),
    settle: async ({ base: from, mine, theirs }: Conflict, choices: Choices) => {
      const { merged } = mergeVersions(from, mine, theirs.values, choices);
      await save(merged, theirs, mine).catch(() => undefined);
    },
    dismiss: () => setConflict(null),
  };
}

function currentOf<Stored>(error: unknown): Stored | null {
  if (failureCode(error) !== 'VERSION_CONFLICT' || !(error instanceof ApiError)) return null;
  return (error.data as { current: Stored }).current;
}

/** Sections go on under the keys they have on the screen, so that the open one stays open. */
function withRowKeys(values: CourseValues, before: CourseValues, isSent: boolean): CourseValues {
  const keys = new Map(before.content.map(({ id, rowKey }) => [id, rowKey]));
  const unsaved = before.content.filter(({ id }) => id === undefined);
  const keyOf = ({ id, title }: SectionValues) => {
    if (keys.has(id) || !isSent) return keys.get(id);
    // It had no id before this save.
    const at = unsaved.findIndex((section) => section.title.trim() === title);
    return at < 0 ? undefined : unsaved.splice(at, 1)[0]?.rowKey;
  };
  const content = values.content.map((section) => ({ ...section, rowKey: keyOf(section) ?? section.rowKey }));
  return { ...values, content };
}
