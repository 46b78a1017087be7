import { useState } from 'react';
import { type Choices, type FieldPath, type Merged, mergeVersions } from '#domain/merge-versions';
import { ApiError, failureCode } from './api-error.ts';

/** What a save is based on. */
export interface Base<Values> {
  readonly version: number;
  readonly values: Values;
}
/** Fields that both sides changed; one of the two has to be chosen for each. */
export interface Conflict<Values, Stored = unknown> {
  readonly base: Values;
  readonly mine: Values;
  readonly theirs: Base<Values>;
  readonly fields: readonly FieldPath[];
  /** Theirs, as it is stored. */
  readonly current: Stored;
}
export type Merge<Values> = (base: Values, mine: Values, theirs: Values, choices?: Choices) => Merged<Values>;
export interface Saving<Stored, Values> {
  readonly first: Stored;
  readonly valuesOf: (stored: Stored) => Values;
  /** Saves values on top of a version, which was `base`. */
  readonly send: (values: Values, version: number, base: Values) => Promise<Stored>;
  /** Asked before each save; false: nothing is saved, and the form stays as it is. */
  readonly agree?: (from: Values, to: Values) => Promise<boolean>;
  /** `isMerged`: somebody else's changes came in. `from` is what was saved over. */
  readonly onSaved: (saved: Stored, isMerged: boolean, from: Base<Values>) => void;
  /** `again` sends the same once more. */
  readonly onFailed: (error: unknown, again: () => Promise<void>) => void;
  /** How two versions come together; field by field unless told otherwise. */
  readonly merge?: Merge<Values>;
  /** Makes values of the server go on from those on the screen; `isSent`: from those that were sent. */
  readonly adapt?: (values: Values, before: Values, isSent: boolean) => Values;
}
/** What the dialog that asks about a conflict needs. */
export interface Settling<Values> {
  readonly conflict: Conflict<Values> | null;
  readonly merge: Merge<Values>;
  readonly settle: (conflict: Conflict<Values>, choices: Choices) => Promise<void>;
  readonly dismiss: () => void;
}
interface Screen<Values> {
  readonly begin: Values;
  readonly typed: () => Values;
  /** Puts values into the form; where they are not `saved` they are changes to be saved. */
  readonly show: (values: Values, saved: Values) => void;
}

/**
 * Saves that are based on a version. What somebody else saved meanwhile is merged in; where both changed the same field,
 * `conflict` asks. What is typed while a save is running stays.
 */
export function useVersionedSave<Stored extends { readonly version: number }, Values>(
  options: Saving<Stored, Values> & Screen<Values>,
) {
  const { adapt = (values) => values, begin, first, show, typed, valuesOf } = options;
  const merge: Merge<Values> = options.merge ?? mergeVersions;
  const [stored, setStored] = useState(first);
  const [base, setBase] = useState<Base<Values>>({ version: first.version, values: begin });
  const [conflict, setConflict] = useState<Conflict<Values, Stored> | null>(null);
  const adopt = (saved: Stored, begunWith: Values) => {
    const values = adapt(valuesOf(saved), begunWith, true);
    const { merged } = merge(begunWith, typed(), values);
    setStored(saved);
    setBase({ version: saved.version, values });
    setConflict(null);
    show(merged, values);
  };
  /** `begunWith`: what stood in the form when the save began. Rejects with what failed, which has been told, and where it was not agreed to. */
  const save = async (values: Values, begunWith = values, on = base): Promise<void> => {
    if (options.agree && !(await options.agree(on.values, values))) throw new Error('not agreed');
    try {
      const saved = await options.send(values, on.version, on.values);
      adopt(saved, begunWith);
      options.onSaved(saved, on !== base, on);
    } catch (error) {
      const current = currentOf<Stored>(error);
      if (!current) {
        options.onFailed(error, () => save(values, begunWith, on));
        throw error;
      }
      const theirs = { version: current.version, values: adapt(valuesOf(current), values, false) };
      const { conflicts, merged } = merge(on.values, values, theirs.values);
      if (conflicts.length === 0) return save(merged, begunWith, theirs);
      setConflict({ base: on.values, mine: values, theirs, fields: conflicts, current });
      throw error;
    }
  };
  return {
    ...{ base, conflict, merge, save, stored },
    /** The server holds another version: what was typed and not saved is replaced; what was typed `since` a save stays. */
    replace: (next: Stored, since?: Stored) =>
      adopt(next, since ? adapt(valuesOf(since), typed(), false) : typed()),
    /** The next save is based on this version, and the form stays as it is. */
    rebase: (next: Stored) => {
      setStored(next);
      setBase({ version: next.version, values: valuesOf(next) });
      setConflict(null);
    },
    /** Something was saved at once, beside the form. A version in between is somebody else's, and is merged at the next save. */
    note: (version: number, change: (values: Values) => Values) =>
      setBase((before) => ({
        version: version === before.version + 1 ? version : before.version,
        values: change(before.values),
      })),
    /** Goes on from another version, such as that of a draft: what was saved since is merged at the next save. */
    goOnFrom: (from: Base<Values>, values: Values) => {
      setBase(from);
      show(values, from.values);
    },
    settle: ({ base: from, mine, theirs }: Conflict<Values>, choices: Choices) =>
      save(merge(from, mine, theirs.values, choices).merged, typed(), theirs).catch(() => undefined),
    dismiss: () => setConflict(null),
  };
}

/** What is stored now, where a save was refused because somebody else had saved. */
function currentOf<Stored>(error: unknown): Stored | null {
  if (failureCode(error) !== 'VERSION_CONFLICT' || !(error instanceof ApiError)) return null;
  return (error.data as { current: Stored }).current;
}
