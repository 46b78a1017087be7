import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { createPlan } from './create-plan.ts';
import { getPlan } from './get-plan.ts';
import { listPlans } from './list-plans.ts';
import { listTierCourses } from './list-tier-courses.ts';
import { removePlan } from './remove-plan.ts';
import { updatePlan } from './update-plan.ts';

export function plansRoutes({ plans }: Implementer, services: Services) {
  return {
    list: plans.list.handler(() => listPlans(services)),
    courses: plans.courses.handler(() => listTierCourses(services)),
    get: plans.get.handler(({ context, input }) => getPlan(services, context.caller, input)),
    create: plans.create.handler(({ context, input }) => createPlan(services, context.caller, input)),
    update: plans.update.handler(({ context, input }) => updatePlan(services, context.caller, input)),
    remove: plans.remove.handler(({ context, input }) => removePlan(services, context.caller, input)),
  };
}
