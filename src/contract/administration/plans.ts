import { z } from 'zod';
import { TIERS } from '#domain/tiers';
import { courseCard } from '../courses/course-shapes.ts';
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

/** A course as the price list names it. */
const planCourse = courseCard
  .pick({ slug: true, title: true, level: true, subscriptionLevel: true, thumbnail: true })
  .extend({
    /** Slug of its first category; decides the colors of a drawn cover. */
    category: z.string().nullable(),
  });
export type PlanCourse = z.infer<typeof planCourse>;

/** The courses that come with a tier and with none below it: at most the first 60, and how many there are. */
const tierCourses = z.object({ tier: z.enum(TIERS), total: z.int(), courses: z.array(planCourse) });
export type TierCourses = z.infer<typeof tierCourses>;

/** A plan as its form needs it. `version` is what a save says it is based on. */
const editPlan = plan.extend({ version: z.int() });
export type EditPlan = z.infer<typeof editPlan>;

const byId = z.object({ id: z.uuid() });

export const plans = {
  list: publicProcedure
    .meta({ scope: 'content:read', cache: 'everyone' })
    .route({ method: 'GET', path: '/plans', summary: 'List subscription plans, cheapest first' })
    .output(z.array(plan)),
  courses: publicProcedure
    .meta({ scope: 'content:read', cache: 'everyone' })
    .route({
      method: 'GET',
      path: '/plans/courses',
      summary: 'List the courses that each tier adds, by title',
    })
    .output(z.array(tierCourses)),
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
      ...failures('PLAN_NOT_FOUND', 'PLAN_SOLD'),
      VERSION_CONFLICT: { status: 409, data: z.object({ current: editPlan }) },
    })
    .input(planForm.extend({ id: z.uuid(), version: z.int() }))
    .output(editPlan),
  remove: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({ method: 'DELETE', path: '/admin/plans/{id}', summary: 'Delete a subscription plan' })
    .errors(failures('PLAN_NOT_FOUND', 'PLAN_IN_USE'))
    .input(byId)
    .output(byId),
};
