import type { LegalPages } from '#contract/legal';
import type { Services } from '#server/services';
import { lawWords } from './law-words.ts';

/** Which legal pages there are, and what they say: none where no payments are taken. Open to everybody. */
export async function getLegalPages({ payments, settings }: Services): Promise<LegalPages> {
  const { legal: law } = await settings.current();
  const words = lawWords(law);
  return {
    withdrawal:
      payments && law.withdrawal
        ? {
            days: law.withdrawalDays,
            label: words.withdrawalLabel,
            confirm: words.withdrawalConfirm,
            text: words.withdrawalText,
          }
        : null,
    cancellation:
      payments && law.cancellation
        ? { label: words.cancellationLabel, confirm: words.cancellationConfirm }
        : null,
  };
}
