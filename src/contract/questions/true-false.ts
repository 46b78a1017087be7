import { z } from 'zod';
import { asked } from './asked.ts';

export const trueFalseForm = z.strictObject({ ...asked, kind: z.literal('true-false'), answer: z.boolean() });
