import { z } from 'zod';
import { language } from '#domain/language';

/** The language that a page of the payment provider, or an agreement, is shown in, as BCP 47 names it: that of the school unless another is asked for. */
export const pageLanguage = z
  .string()
  .min(2)
  .max(35)
  .default(() => language());
