import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';

/** Words that only these pages need, so that no other page brings them. */
const WORDS: Readonly<Record<string, { title: () => string; description: () => string }>> = {
  TRANSFERS_OFF: { title: m.bank_errors_off, description: m.bank_errors_off_text },
  TRANSFER_CLOSED: { title: m.bank_errors_closed, description: m.bank_errors_closed_text },
  TRANSFER_NOT_FOUND: { title: m.bank_errors_closed, description: m.bank_errors_closed_text },
  TRANSFER_PENDING: { title: m.bank_errors_pending, description: m.bank_errors_pending_text },
  INVOICE_NUMBER_TAKEN: { title: m.bank_errors_number, description: m.bank_errors_number_text },
};

/** The toast for a call about a bank transfer that failed. Who was asked for the password and gave none changed their mind. */
export function toastTransferFailure(error: unknown): void {
  const code = failureCode(error);
  if (code === 'PROOF_REQUIRED') return;
  const words = WORDS[code ?? ''];
  toastFailure(error, words && { title: words.title(), description: words.description() });
}
