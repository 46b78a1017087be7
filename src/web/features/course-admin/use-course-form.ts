import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useRef, useState } from 'react';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { courseForm } from '#contract/courses/course-form';
import { mergeCourses } from '#domain/courses/merge-courses';
import { isSame } from '#domain/merge-versions';
import { useDraft } from '#web/lib/saving/use-draft.ts';
import { useVersionedForm } from '#web/lib/saving/use-versioned-form.ts';
import type { Base, Change } from '#web/lib/saving/use-versioned-save.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { COURSE_DRAFTS } from './course-draft.ts';
import { type CourseValues, toInput, withRowKeys } from './form-values.ts';

/** Checks what will be sent, with the drawn cover where no thumbnail was named. */
const check = standardSchemaResolver(courseForm);
const resolver: Resolver<CourseValues> = async (values, context, options) => {
  const { errors } = await check(toInput(values), context, options as never);
  const hasErrors = Object.keys(errors).length > 0;
  return hasErrors ? { values: {}, errors: errors as FieldErrors<CourseValues> } : { values, errors: {} };
};

/** Which version of what a save replaces. */
interface On {
  readonly id: string;
  readonly version: number;
}
interface NotSaved {
  readonly id: null;
  readonly version: number;
}
const NOT_SAVED: NotSaved = { id: null, version: 0 };

interface How {
  /** It was created. */
  readonly isFirst: boolean;
  /** Somebody else's changes came in. */
  readonly isMerged: boolean;
  /** Who saved it has not gone elsewhere meanwhile. */
  readonly isHere: boolean;
  /** What was saved over. */
  readonly from: Base<CourseValues>;
}
interface Options<Stored> {
  /** Null for a new one, which begins with `empty`. */
  readonly first: Stored | null;
  readonly empty: CourseValues;
  /** What the draft of a new one is known by. */
  readonly newId: string;
  readonly valuesOf: (stored: Stored) => CourseValues;
  /** Without `on` it is created. */
  readonly send: (values: CourseValues, on: On | null) => Promise<Stored>;
  /** Asked before a save over what is stored; false: nothing is saved. */
  readonly agree?: (
    id: string,
    change: Change<CourseValues>,
    agreed: Change<CourseValues> | null,
  ) => Promise<boolean>;
  readonly onSaved: (saved: Stored, how: How) => void;
  readonly onFailed: (error: unknown, isFirst: boolean) => void;
}

/** The form of a course or post; what its first save created is edited in the same form. */
export function useCourseForm<Stored extends On>(options: Options<Stored>) {
  const { agree, empty, first, newId, onFailed, onSaved, send, valuesOf } = options;
  const noteVisit = useNoteVisit();
  const stillHere = useRef(noteVisit());
  const [id, setId] = useState(first?.id ?? null);
  const savedOf = (stored: Stored | NotSaved) => (stored.id === null ? null : (stored as Stored));
  const versioned = useVersionedForm<Stored | NotSaved, CourseValues>({
    resolver,
    merge: mergeCourses,
    adapt: withRowKeys,
    first: first ?? NOT_SAVED,
    valuesOf: (stored) => {
      const saved = savedOf(stored);
      return saved ? valuesOf(saved) : empty;
    },
    send: (values, version) => send(values, id === null ? null : { id, version }),
    ...(agree && id !== null && { agree: (...asked) => agree(id, ...asked) }),
    onSaved: (stored, isMerged, from) => {
      const saved = savedOf(stored);
      if (!saved) return;
      setId(saved.id);
      draft.saved({ version: saved.version, values: valuesOf(saved) });
      onSaved(saved, { from, isMerged, isFirst: id === null, isHere: stillHere.current() });
    },
    onFailed: (error) => onFailed(error, id === null),
  });
  const { base, form, goOnFrom } = versioned;
  const values = form.watch();
  // A section is saved at once, beside the form.
  const isDirty = !isSame(values, base.values);
  const draft = useDraft({ kind: COURSE_DRAFTS, id: id ?? newId, base, values, isDirty, goOnFrom });
  return {
    ...versioned,
    draft,
    isDirty,
    stored: savedOf(versioned.stored),
    save: (next: CourseValues) => {
      stillHere.current = noteVisit();
      return versioned.save(next);
    },
  };
}

/** Whatever is edited, a course or a post. */
export type CourseEditing = Pick<
  ReturnType<typeof useCourseForm<On>>,
  'base' | 'draft' | 'form' | 'isDirty' | 'isSent' | 'save'
>;
