import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useRef, useState } from 'react';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { courseForm } from '#contract/courses/course-form';
import type { CourseDraft, EditCourse } from '#contract/courses/courses';
import { mergeCourses } from '#domain/courses/merge-courses';
import { isSame } from '#domain/merge-versions';
import { useDraft } from '#web/lib/saving/use-draft.ts';
import { showValues, useVersionedForm } from '#web/lib/saving/use-versioned-form.ts';
import type { Base, Change } from '#web/lib/saving/use-versioned-save.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { COURSE_DRAFTS } from './course-draft.ts';
import { useServerDraft } from './drafts/use-server-draft.ts';
import { type CourseValues, toInput, type Written, withRowKeys } from './form-values.ts';

/** Checks what will be sent, with the drawn cover where no thumbnail was named. */
const check = standardSchemaResolver(courseForm);
const resolver: Resolver<CourseValues> = async (values, context, options) => {
  const { errors } = await check(toInput(values), context, options as never);
  const hasErrors = Object.keys(errors).length > 0;
  return hasErrors ? { values: {}, errors: errors as FieldErrors<CourseValues> } : { values, errors: {} };
};

/** Which version of what a save replaces, and which draft it publishes. */
interface On {
  readonly id: string;
  readonly version: number;
  readonly draft?: number;
}
interface NotSaved {
  readonly id: null;
  readonly version: number;
}
const NOT_SAVED: NotSaved = { id: null, version: 0 };

interface How {
  /** It was created. */
  readonly isFirst: boolean;
  /** A draft was published. */
  readonly isPublished: boolean;
  /** Somebody else's changes came in. */
  readonly isMerged: boolean;
  /** Who saved it has not gone elsewhere meanwhile. */
  readonly isHere: boolean;
  /** What was saved over. */
  readonly from: Base<CourseValues>;
}
interface Options {
  /** Null for a new one, which begins with `empty`. */
  readonly first: EditCourse | null;
  /** What waits to be published in it: the form begins with that. */
  readonly firstDraft: CourseDraft | null;
  readonly empty: CourseValues;
  /** What the draft of a new one is known by. */
  readonly newId: string;
  readonly valuesOf: (written: Written) => CourseValues;
  /** Without `on` it is created. */
  readonly send: (values: CourseValues, on: On | null) => Promise<EditCourse>;
  /** Asked before a save over what is stored; false: nothing is saved. */
  readonly agree?: (
    id: string,
    change: Change<CourseValues>,
    agreed: Change<CourseValues> | null,
  ) => Promise<boolean>;
  readonly onSaved: (saved: EditCourse, how: How) => void;
  readonly onFailed: (error: unknown, isFirst: boolean) => void;
  /** A draft was saved, discarded, or restored. */
  readonly onDraft: (id: string) => void;
}

/** The form of a course or post; what its first save created is edited in the same form. */
export function useCourseForm(options: Options) {
  const { agree, empty, first, firstDraft, newId, onDraft, onFailed, onSaved, send, valuesOf } = options;
  const noteVisit = useNoteVisit();
  const stillHere = useRef(noteVisit());
  const [id, setId] = useState(first?.id ?? null);
  const savedOf = (stored: EditCourse | NotSaved) => (stored.id === null ? null : stored);
  const versioned = useVersionedForm<EditCourse | NotSaved, CourseValues>({
    resolver,
    merge: mergeCourses,
    adapt: withRowKeys,
    first: first ?? NOT_SAVED,
    resumed: firstDraft && {
      base: { version: firstDraft.basedOn, values: valuesOf(firstDraft.base) },
      values: valuesOf(firstDraft.content),
    },
    valuesOf: (stored) => {
      const saved = savedOf(stored);
      return saved ? valuesOf(saved) : empty;
    },
    send: (values, version) => send(values, id === null ? null : { id, version, ...server.publishes }),
    ...(agree && id !== null && { agree: (...asked) => agree(id, ...asked) }),
    onSaved: (stored, isMerged, from) => {
      const saved = savedOf(stored);
      if (!saved) return;
      setId(saved.id);
      server.end();
      draft.saved({ version: saved.version, values: valuesOf(saved) });
      onSaved(saved, {
        from,
        isMerged,
        isFirst: id === null,
        isPublished: server.pending !== null,
        isHere: stillHere.current(),
      });
    },
    onFailed: (error) => {
      if (!server.takesIn(error)) onFailed(error, id === null);
    },
  });
  const { base: live, form } = versioned;
  const server = useServerDraft({
    id,
    first: firstDraft,
    versioned,
    valuesOf,
    onSaved: (saved) => {
      const { basedOn, content } = saved;
      draft.saved({ version: basedOn, values: valuesOf(content) });
      onDraft(saved.base.id);
    },
    onEnded: onDraft,
    offer: () => draft.offer(),
  });
  const values = form.watch();
  const { saved } = server;
  // A section is saved at once, beside the form.
  const isDirty = !isSame(values, saved.values);
  const draft = useDraft({
    kind: COURSE_DRAFTS,
    id: id ?? newId,
    base: saved,
    values,
    isDirty,
    goOnFrom: (from, typed) => {
      if (server.pending) server.goOnFrom(from, typed);
      // It was typed on a draft that is gone, of the same live text.
      else if (from.draft !== undefined && from.version === live.version)
        showValues(form, typed, live.values);
      else versioned.goOnFrom(from, typed);
    },
  });
  return {
    ...versioned,
    draft,
    isDirty,
    server,
    isSent: () => versioned.isSent() || server.saving.isSent(),
    stored: savedOf(versioned.stored),
    save: (next: CourseValues) => {
      stillHere.current = noteVisit();
      return versioned.save(next);
    },
    /** Another version is live; the form goes on with a draft where there is one. */
    replace: (next: EditCourse, since?: EditCourse) =>
      server.pending ? versioned.showBeside(next) : versioned.replace(next, since),
  };
}

/** Whatever is edited, a course or a post. */
export type CourseEditing = Pick<
  ReturnType<typeof useCourseForm>,
  'base' | 'draft' | 'form' | 'isDirty' | 'isSent' | 'save' | 'server'
>;
