import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { listPlans } from './list-plans.ts';

export function plansRoutes(os: Implementer, services: Services) {
  return {
    list: os.plans.list.handler(() => listPlans(services)),
  };
}
