import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { createCategory } from './create-category.ts';
import { listCategories } from './list-categories.ts';
import { removeCategory } from './remove-category.ts';
import { updateCategory } from './update-category.ts';

export function categoriesRoutes({ categories }: Implementer, services: Services) {
  return {
    list: categories.list.handler(({ context }) => listCategories(services, context.caller)),
    create: categories.create.handler(({ context, input }) =>
      createCategory(services, context.caller, input),
    ),
    update: categories.update.handler(({ context, input }) =>
      updateCategory(services, context.caller, input),
    ),
    remove: categories.remove.handler(({ context, input }) =>
      removeCategory(services, context.caller, input),
    ),
  };
}
