import { z } from 'zod';

/** How plans are given out and shown. */
export const planSettingsForm = z.object({
  /** Whether members may pick any plan for nothing while no payment provider is connected (spec section 4). */
  freeChoice: z.boolean().default(true),
  /** Whether the catalog also lists courses above the reader's tier, as locked cards. */
  lockedCourses: z.boolean().default(false),
});
export type PlanSettings = z.output<typeof planSettingsForm>;
