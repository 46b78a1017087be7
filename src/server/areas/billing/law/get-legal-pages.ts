import type { LegalPages } from '#contract/legal';
import { hasSoldPlans } from '#server/plan-policy';
import type { Services } from '#server/services';
import { lawWords } from './law-words.ts';

/** Which legal pages there are, and what they say: none where nothing is or was sold. Open to everybody. */
export async function getLegalPages({ payments, settings }: Services): Promise<LegalPages> {
  const current = await settings.current();
  const { legal: law } = current;
  const hasSold = hasSoldPlans(payments !== undefined, current);
  const words = lawWords(law);
  return {
    withdrawal:
      hasSold && law.withdrawal
        ? {
            days: law.withdrawalDays,
            label: words.withdrawalLabel,
            confirm: words.withdrawalConfirm,
            text: words.withdrawalText,
          }
        : null,
    cancellation:
      hasSold && law.cancellation
        ? { label: words.cancellationLabel, confirm: words.cancellationConfirm }
        : null,
  };
}
