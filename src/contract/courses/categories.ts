import { z } from 'zod';
import { m } from '../../messages/messages.js';
import { adminProcedure, failures, publicProcedure } from '../procedure.ts';
import { atMostCharacters, says } from '../says.ts';

export const category = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  /** Courses in this category that the caller may open. */
  courses: z.int(),
});
export type Category = z.infer<typeof category>;

export const categoryForm = z.object({
  name: z.string().trim().min(1, says(m.faults_name_is_required)).max(80, atMostCharacters(80)),
  description: z.string().trim().max(500, atMostCharacters(500)).default(''),
});

const byId = z.object({ id: z.uuid() });

export const categories = {
  list: publicProcedure
    .meta({ scope: 'content:read', cache: 'audience-tier' })
    .route({ method: 'GET', path: '/categories', summary: 'List categories' })
    .output(z.array(category)),
  create: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({ method: 'POST', path: '/admin/categories', summary: 'Add a category', successStatus: 201 })
    .errors(failures('CATEGORY_NAME_TAKEN'))
    .input(categoryForm)
    .output(category),
  update: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({ method: 'PUT', path: '/admin/categories/{id}', summary: 'Update a category' })
    .errors({
      ...failures('CATEGORY_NOT_FOUND', 'CATEGORY_NAME_TAKEN'),
      VERSION_CONFLICT: { status: 409, data: z.object({ current: category }) },
    })
    /** `base`: what the change began with; refused where it is something else by now. */
    .input(byId.extend({ ...categoryForm.shape, base: categoryForm.optional() }))
    .output(category),
  remove: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'DELETE',
      path: '/admin/categories/{id}',
      summary: 'Delete a category that no course uses',
    })
    .errors({
      ...failures('CATEGORY_NOT_FOUND'),
      CATEGORY_IN_USE: {
        status: 409,
        /** Courses and posts, also those in the trash, 20 at most. */
        data: z.object({
          courses: z.array(z.object({ id: z.uuid(), title: z.string(), inTrash: z.boolean() })),
        }),
      },
    })
    .input(byId)
    .output(z.object({ id: z.uuid() })),
};
