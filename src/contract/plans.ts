import { z } from 'zod';
import { TIERS } from '#domain/tiers';
import { publicProcedure } from './procedure.ts';

export const plan = z.object({
  id: z.uuid(),
  name: z.string(),
  tier: z.enum(TIERS),
  /** US dollars a month, exact decimal with two places: "9.99". */
  price: z.string().regex(/^\d{1,8}\.\d{2}$/),
  description: z.string(),
  features: z.array(z.string()),
});
export type Plan = z.infer<typeof plan>;

export const plans = {
  list: publicProcedure
    .meta({ cache: 'everyone' })
    .route({ method: 'GET', path: '/plans', summary: 'All subscription plans, cheapest first' })
    .output(z.array(plan)),
};
