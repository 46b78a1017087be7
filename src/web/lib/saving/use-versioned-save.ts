import { useEffect, useRef, useState } from 'react';
import { type Choices, type FieldPath, type Merged, mergeVersions } from '#domain/merge-versions';
import { currentOf } from '../api/current-of.ts';
import { m } from '../messages.ts';
import { toast } from '../toast.ts';
import { useSent } from './use-sent.ts';

/** What a save is based on. */
export interface Base<Values> {
  readonly version: number;
  readonly values: Values;
  /** The saved draft that the values are of; left out: they are live. */
  readonly draft?: number;
}
/** Fields that both sides changed; one of the two has to be chosen for each. */
export interface Conflict<Values, Stored = unknown> {
  readonly base: Values;
  readonly mine: Values;
  readonly theirs: Base<Values>;
  readonly fields: readonly FieldPath[];
  /** Theirs, as it is stored. */
  readonly current: Stored;
  /** What stood in the form when the save began. */
  readonly begunWith: Values;
  /** What was agreed to. */
  readonly agreed: Change<Values>;
  /** Counts the questions in a row: each is another one. */
  readonly round: number;
}
export interface Change<Values> {
  readonly from: Values;
  readonly to: Values;
}
export type Merge<Values> = (base: Values, mine: Values, theirs: Values, choices?: Choices) => Merged<Values>;
export interface Saving<Stored, Values> {
  readonly first: Stored;
  readonly valuesOf: (stored: Stored) => Values;
  /** Saves values on top of a version, which was `base`. */
  readonly send: (values: Values, version: number, base: Values) => Promise<Stored>;
  /** Asked before each save; false: nothing is saved. `agreed`: what the same save was agreed to before a merge. */
  readonly agree?: (change: Change<Values>, agreed: Change<Values> | null) => Promise<boolean>;
  /** `isMerged`: somebody else's changes came in. `from` is what was saved over. */
  readonly onSaved: (saved: Stored, isMerged: boolean, from: Base<Values>) => void;
  /** `again` sends the same once more. */
  readonly onFailed: (error: unknown, again: () => Promise<void>) => void;
  /** How two versions come together; by default field by field. */
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
interface Run<Values> {
  readonly begunWith: Values;
  readonly agreed: Change<Values> | null;
  readonly on: Base<Values>;
}
interface Screen<Values> {
  readonly begin: Values;
  /** The version that `begin` is of; left out: that of `first`. */
  readonly beginVersion?: number | undefined;
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
  const { beginVersion = first.version } = options;
  const merge: Merge<Values> = options.merge ?? mergeVersions;
  const { isSent, sending, settled } = useSent(typed);
  const hasLeft = useHasLeft();
  const [stored, setStored] = useState(first);
  const [base, setBase] = useState<Base<Values>>({ version: beginVersion, values: begin });
  const [conflict, setConflict] = useState<Conflict<Values, Stored> | null>(null);
  const adopt = (saved: Stored, begunWith: Values) => {
    const values = adapt(valuesOf(saved), begunWith, true);
    const { merged } = merge(begunWith, typed(), values);
    setStored(saved);
    setBase({ version: saved.version, values });
    setConflict(null);
    show(merged, values);
  };
  const run = async (values: Values, { agreed, begunWith, on }: Run<Values>): Promise<void> => {
    const change = { from: on.values, to: values };
    if (options.agree && !(await options.agree(change, agreed))) throw new Error('not agreed');
    try {
      const saved = await options.send(values, on.version, on.values);
      adopt(saved, begunWith);
      options.onSaved(saved, on !== base, on);
    } catch (error) {
      const current = currentOf<Stored>(error);
      if (!current) {
        options.onFailed(error, () => run(values, { agreed, begunWith, on }));
        throw error;
      }
      const theirs = { version: current.version, values: adapt(valuesOf(current), values, false) };
      const { conflicts, merged } = merge(on.values, values, theirs.values);
      if (conflicts.length === 0) return run(merged, { agreed: change, begunWith, on: theirs });
      // Nobody is there to be asked.
      if (hasLeft.current)
        toast({
          title: m.admin_conflict_left(),
          description: m.admin_conflict_left_text(),
          variant: 'destructive',
        });
      setConflict((before) => ({
        base: on.values,
        mine: values,
        theirs,
        fields: conflicts,
        current,
        begunWith,
        agreed: change,
        round: (before?.round ?? 0) + 1,
      }));
      throw error;
    }
  };
  /** `begunWith`: what stood in the form when the save began. `on`: what is saved over. Rejects with what failed, which was shown already, and where it was not agreed to. */
  const save = (values: Values, begunWith = values, on = base) =>
    sending(begunWith, () => run(values, { begunWith, agreed: null, on }));
  return {
    base,
    conflict,
    isSent,
    settled,
    merge,
    save,
    stored,
    /** The server holds another version: what was typed and not saved is replaced; what was typed `since` a save stays. */
    replace: (next: Stored, since?: Stored) =>
      adopt(next, since ? adapt(valuesOf(since), typed(), false) : typed()),
    /** Another version is shown beside the form, which stays as it is, and so does what it is based on. */
    showBeside: (next: Stored) => {
      setStored(next);
      setConflict(null);
    },
    /** The next save is based on these values, and the form stays as it is. */
    baseOn: setBase,
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
    settle: ({ agreed, base: from, begunWith, mine, theirs }: Conflict<Values>, choices: Choices) => {
      const { merged } = merge(from, mine, theirs.values, choices);
      return sending(begunWith, () => run(merged, { agreed, begunWith, on: theirs })).catch(() => undefined);
    },
    dismiss: () => setConflict(null),
  };
}

/** Whether the form is gone from the screen. */
function useHasLeft() {
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);
  return hasLeft;
}
