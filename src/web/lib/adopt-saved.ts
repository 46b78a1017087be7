import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** What the server kept, with the fields that were typed in since it was sent. */
export function withTyped<Values extends object>(saved: Values, sent: Values, typed: Values): Values {
  const before = new Map<string, unknown>(Object.entries(sent));
  const since = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  return { ...saved, ...Object.fromEntries(since) };
}

/** Goes on from what the server kept, after a save of `sent`: what was typed meanwhile stays, as a change to be saved. */
export function adoptSaved<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'reset'>,
  sent: Values,
  saved: Values,
): void {
  const goingOn = withTyped(saved, sent, form.getValues());
  form.reset(saved);
  if (JSON.stringify(goingOn) !== JSON.stringify(saved)) form.reset(goingOn, { keepDefaultValues: true });
}
