import { z } from 'zod';
import { MAX_BIO } from '#domain/authors/limits';
import { m } from '../../messages/messages.js';
import { isoTime, pageNumber, pageOf } from '../paging.ts';
import { adminProcedure, failures, memberProcedure, publicProcedure } from '../procedure.ts';
import { atMostCharacters, says } from '../says.ts';
import { isWebAddress } from '../web-address.ts';
import { courseForm } from './course-form.ts';
import { feedItem } from './posts.ts';

const optionalAddress = z
  .string()
  .trim()
  .max(500, atMostCharacters(500))
  .refine((value) => value === '' || isWebAddress(value), says(m.faults_must_be_a_valid_url))
  .default('');

/** What authors say about themselves; the name is that of the account. */
export const authorForm = z.object({
  slug: courseForm.shape.slug,
  bio: z.string().trim().max(MAX_BIO, atMostCharacters(MAX_BIO)).default(''),
  website: optionalAddress,
  social: optionalAddress,
  /** A picture of the school's media instead of that of the account. Empty: that of the account. Left out: as it is. */
  picture: z
    .string()
    .max(300)
    .regex(/^(?:\/media\/[\w.-]+)?$/, says(m.faults_must_be_a_picture_of_this_school))
    .optional(),
});
export type AuthorForm = z.infer<typeof authorForm>;

const authorProfile = z.object({
  name: z.string(),
  /** That of the account. */
  avatar: z.string().nullable(),
  picture: z.string(),
  slug: z.string(),
  bio: z.string(),
  website: z.string(),
  social: z.string(),
  /** Whether everyone can open the author's page: something that is published names them. */
  isPublic: z.boolean(),
  /** 0: there is no profile yet, and these are the values to begin with. */
  version: z.int(),
});
export type AuthorProfile = z.infer<typeof authorProfile>;

/** An author's page: who it is, and what the reader's tier can see of what they published. */
const authorPage = authorProfile
  .pick({ name: true, avatar: true, slug: true, bio: true, website: true, social: true })
  .extend({
    updatedAt: isoTime,
    works: pageOf(feedItem),
  });
export type AuthorPage = z.infer<typeof authorPage>;

/** Somebody whom a course or post may name. */
const writer = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
});
export type Writer = z.infer<typeof writer>;

const changed = {
  ...failures('SLUG_TAKEN'),
  VERSION_CONFLICT: { status: 409, data: z.object({ current: authorProfile }) },
} as const;
const version = z.int().min(0);

export const authors = {
  get: publicProcedure
    .meta({ scope: 'content:read', cache: 'audience-tier' })
    .route({
      method: 'GET',
      path: '/authors/{slug}',
      summary: 'Get an author with their posts and courses in your tier, newest first',
    })
    .errors(failures('AUTHOR_NOT_FOUND'))
    .input(z.object({ slug: z.string().max(100), page: pageNumber }))
    .output(authorPage),
  own: memberProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/author-profile',
      summary: "Get your author profile; null if you aren't an author",
    })
    .output(z.object({ profile: authorProfile.nullable() })),
  saveOwn: memberProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'PUT', path: '/author-profile', summary: 'Update your author profile' })
    .errors({ ...failures('AUTHOR_REQUIRED'), ...changed })
    .input(authorForm.extend({ version }))
    .output(authorProfile),
  writers: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/writers',
      summary:
        'Find people whom a course or post can name as authors, by name or email address, or by their ids',
    })
    .input(
      z.object({
        q: z.string().trim().max(200).default(''),
        /** Of these people alone. */
        ids: z.array(z.uuid()).max(50).optional(),
      }),
    )
    .output(z.object({ items: z.array(writer) })),
  ofUser: adminProcedure
    .meta({ scope: 'admin:members:read' })
    .route({
      method: 'GET',
      path: '/admin/users/{id}/author-profile',
      summary: "Get a user's author profile; version 0 if they aren't an author yet",
    })
    .errors(failures('USER_NOT_FOUND'))
    .input(z.object({ id: z.uuid() }))
    .output(authorProfile),
  saveUser: adminProcedure
    .meta({ scope: 'admin:members:write' })
    .route({
      method: 'PUT',
      path: '/admin/users/{id}/author-profile',
      summary: "Update a user's author profile, or make the user an author",
    })
    .errors({ ...failures('USER_NOT_FOUND'), ...changed })
    .input(authorForm.extend({ id: z.uuid(), version }))
    .output(authorProfile),
};
