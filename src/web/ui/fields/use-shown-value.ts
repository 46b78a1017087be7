import { type RefObject, useEffect, useRef } from 'react';

interface Reading<Value> {
  /** What is in the field, as it is handed on while it is typed; `value` where that is what the field shows. */
  readonly read: (field: HTMLInputElement, value: Value) => Value;
  readonly show: (value: Value) => string;
}

/**
 * For a field whose text isn't its value, such as a date: it shows the value, also where something else than typing changed
 * it, and leaves alone what is half typed.
 */
export function useShownValue<Value>(
  value: Value,
  { read, show }: Reading<Value>,
): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && !Object.is(read(field.current, value), value)) field.current.value = show(value);
  });
  return field;
}
