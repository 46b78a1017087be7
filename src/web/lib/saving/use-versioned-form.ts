import { useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { isSame } from '#domain/merge-versions';
import { type Base, type Saving, useVersionedSave } from './use-versioned-save.ts';

interface Options<Stored, Values extends FieldValues> extends Saving<Stored, Values> {
  readonly resolver: Resolver<Values>;
  /** What the form begins with instead of `first`: changes to a version of it. */
  readonly resumed?: { readonly base: Base<Values>; readonly values: Values } | null;
}

/** A form whose saves are based on a version. After a save it stays as it is: same tab, same open section, same focus. */
export function useVersionedForm<Stored extends { readonly version: number }, Values extends FieldValues>({
  resolver,
  resumed,
  ...saving
}: Options<Stored, Values>) {
  const [begin] = useState(() => resumed?.base.values ?? saving.valuesOf(saving.first));
  const [beginVersion] = useState(resumed?.base.version);
  const form = useForm<Values>({
    resolver,
    defaultValues: begin as DefaultValues<Values>,
    shouldFocusError: true,
  });
  useState(() => resumed && showValues(form, resumed.values, begin));
  const typed = () => structuredClone(form.getValues());
  const versioned = useVersionedSave<Stored, Values>({
    ...saving,
    begin,
    beginVersion,
    typed,
    show: (values, saved) => showValues(form, values, saved),
  });
  return {
    ...versioned,
    form,
    /** What the form holds may be other than what is sent, such as untrimmed. */
    save: (values: Values) => versioned.save(values, typed()),
  };
}

/** Puts values into a form; where they are not `saved` they are changes to be saved. */
export function showValues<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'reset'>,
  values: Values,
  saved: Values,
): void {
  // Rows of lists are drawn anew with other values, and lose the focus.
  if (isSame(form.getValues(), values)) form.reset(saved, { keepValues: true, keepFieldsRef: true });
  else {
    form.reset(saved);
    if (!isSame(values, saved)) form.reset(values, { keepDefaultValues: true });
  }
}
