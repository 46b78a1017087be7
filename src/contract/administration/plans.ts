import { z } from 'zod';
import { TIERS } from '#domain/tiers';
import { adminProcedure, failures, publicProcedure } from '../procedure.ts';
import { planForm } from './plan-form.ts';

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

/** A plan as its form needs it. `version` is what a save says it is based on. */
const editPlan = plan.extend({ version: z.int() });
export type EditPlan = z.infer<typeof editPlan>;

const byId = z.object({ id: z.uuid() });

export const plans = {
  list: publicProcedure
    .meta({ scope: 'content:read', cache: 'everyone' })
    .route({ method: 'GET', path: '/plans', summary: 'List subscription plans, cheapest first' })
    .output(z.array(plan)),
  get: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({ method: 'GET', path: '/admin/plans/{id}', summary: 'Get a subscription plan for editing' })
    .errors(failures('PLAN_NOT_FOUND'))
    .input(byId)
    .output(editPlan),
  create: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/plans',
      summary: 'Create a subscription plan',
      successStatus: 201,
    })
    .input(planForm)
    .output(editPlan),
  update: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({ method: 'PUT', path: '/admin/plans/{id}', summary: 'Update a subscription plan' })
    .errors({
      ...failures('PLAN_NOT_FOUND'),
      VERSION_CONFLICT: { status: 409, data: z.object({ current: editPlan }) },
    })
    .input(planForm.extend({ id: z.uuid(), version: z.int() }))
    .output(editPlan),
  remove: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({ method: 'DELETE', path: '/admin/plans/{id}', summary: 'Delete a subscription plan' })
    .errors(failures('PLAN_NOT_FOUND'))
    .input(byId)
    .output(byId),
};
