import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { planForm } from '#contract/administration/plan-form';
import type { EditPlan } from '#contract/administration/plans';

/** What the plan form holds while it is typed: the price as it was typed. */
export type PlanValues = Required<z.output<typeof planForm>>;

export const EMPTY_PLAN: PlanValues = { name: '', tier: 'free', price: '0', description: '', features: [] };

export function toPlanValues({ description, features, name, price, tier }: EditPlan): PlanValues {
  return { name, tier, price, description, features };
}

/** Checks a plan as the server will. */
export const planResolver = standardSchemaResolver(planForm) as Resolver<PlanValues>;
