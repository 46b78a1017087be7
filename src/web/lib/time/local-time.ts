/** What the time field of the browser takes: the time on the clock of the person, without a zone; '' for none. */
export function toLocal(iso: string | null): string {
  const time = new Date(iso ?? Number.NaN);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The last time that such a field may hold: without it, browsers take years of six digits, which are no instant. */
export const LAST_LOCAL = '9999-12-31T23:59';

type Field = Pick<HTMLInputElement, 'value' | 'validity'>;

/** Whether what stands in a field of the browser is no date yet: its value is '' then, as if it were empty. */
function isHalfTyped({ validity }: Field): boolean {
  return validity.badInput;
}

/** The same of a form's field of this name. */
export function hasHalfTyped(form: HTMLFormElement, name: string): boolean {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement && isHalfTyped(field);
}

/**
 * What a time field holds, as an instant: null where it is empty, '' where it is half typed, which no schema takes. A field
 * without seconds that still shows `shown` holds it unchanged.
 */
export function momentIn(field: Field, shown: string | null): string | null {
  const moment = fromLocal(field.value);
  if (moment === null) return isHalfTyped(field) || field.value !== '' ? '' : null;
  return toLocal(moment) === toLocal(shown) ? shown : moment;
}

/** What it gives, as an instant; null while it is empty or half typed. */
export function fromLocal(local: string): string | null {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** The next full hour: what is offered where a time is asked for. */
export function nextFullHour(): string {
  const time = new Date(Date.now() + 3_600_000);
  time.setMinutes(0, 0, 0);
  return time.toISOString();
}
