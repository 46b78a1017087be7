import { useRef } from 'react';
import { useSent } from './use-sent.ts';

/**
 * Whether somebody who leaves a form of the browser would lose what they typed into it: what differs from what it began
 * with, or from what was saved last. `form` goes to the form, `guard` to its LeaveGuard, and saves run in `sending`.
 */
export function useTyped() {
  const ref = useRef<HTMLFormElement>(null);
  const saved = useRef<FormData>(null);
  const sent = useSent(() => (ref.current ? [...new FormData(ref.current)] : []));
  return {
    form: {
      ref,
      onReset: () => {
        saved.current = null;
      },
    },
    /** For a form whose fields begin with something newer from now on: what somebody else saved. */
    beginAnew: () => {
      saved.current = null;
    },
    guard: {
      dirty: () => [...(ref.current?.elements ?? [])].some((field) => isTyped(field, saved.current)),
      isSent: sent.isSent,
      settled: sent.settled,
    },
    sending: async <Result>(values: FormData, work: () => Promise<Result>): Promise<Result> => {
      const result = await sent.sending([...values], work);
      saved.current = values;
      return result;
    },
  };
}

function isTyped(field: Element, saved: FormData | null): boolean {
  if (field instanceof HTMLSelectElement) return field.value !== savedOf(field, saved, beginOf(field));
  if (field instanceof HTMLTextAreaElement) return field.value !== savedOf(field, saved, field.defaultValue);
  if (!(field instanceof HTMLInputElement) || field.name === '') return false;
  if (field.type === 'checkbox')
    return field.checked !== (saved?.getAll(field.name).includes(field.value) ?? field.defaultChecked);
  // A date that is half typed counts as none.
  return field.validity.badInput || field.value !== savedOf(field, saved, field.defaultValue);
}

/** What was saved of a field; of one that came since, what it began with. */
function savedOf({ name }: { readonly name: string }, saved: FormData | null, begin: string): string {
  return String(saved?.get(name) ?? begin).replaceAll(/\r\n?/g, '\n');
}

/** The choice that a list begins with: the browser takes the first where none is set. */
function beginOf({ options }: HTMLSelectElement): string {
  const begin = [...options].find((option) => option.defaultSelected) ?? options[0];
  return begin?.value ?? '';
}
