import type { RequestKind } from '#contract/legal';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';

/** What somebody is about to declare. */
export interface Draft {
  readonly kind: RequestKind;
  readonly name: string;
  readonly email: string;
  readonly contract: string;
  readonly reason: string;
  readonly isExtraordinary: boolean;
  /** A day as ISO 8601 writes it; null: as soon as possible. */
  readonly endsOn: string | null;
  readonly website: string;
}

export type Faults = Readonly<Record<string, string>>;

/** What a form holds; a field that it does not show stays empty. */
export function draftOf(kind: RequestKind, form: HTMLFormElement): Draft {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const isExtraordinary = text('cancels') === 'extraordinary';
  return {
    kind,
    name: text('name'),
    email: text('email'),
    contract: text('contract'),
    reason: isExtraordinary ? text('reason') : '',
    isExtraordinary,
    endsOn: text('ends') === 'on' ? text('endsOn') : null,
    website: text('website'),
  };
}

/** The declaration in the first person, as it will be received. */
export function draftWords({ contract, email, endsOn, isExtraordinary, kind, name, reason }: Draft): string {
  const date = endsOn === null ? '' : formatDate(`${endsOn}T12:00:00Z`);
  const ordinary =
    endsOn === null ? m.legal_statement_cancellation() : m.legal_statement_cancellation_on({ date });
  const extraordinary =
    endsOn === null ? m.legal_statement_extraordinary() : m.legal_statement_extraordinary_on({ date });
  return [
    ...(name === '' ? [] : [m.legal_statement_name({ name })]),
    ...(email === '' ? [] : [m.legal_statement_email({ email })]),
    kind === 'withdrawal' ? m.legal_statement_withdrawal() : isExtraordinary ? extraordinary : ordinary,
    ...(contract === '' ? [] : [m.legal_statement_contract({ contract })]),
    ...(reason === '' ? [] : [m.legal_statement_reason({ reason })]),
  ].join('\n');
}
