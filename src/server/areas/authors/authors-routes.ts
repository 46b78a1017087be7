import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { getAuthor } from './get-author.ts';
import { getOwnProfile } from './get-own-profile.ts';
import { getProfile } from './get-profile.ts';
import { listWriters } from './list-writers.ts';
import { saveOwnProfile } from './save-own-profile.ts';
import { saveProfile } from './save-profile.ts';

export function authorsRoutes({ authors }: Implementer, services: Services): RoutesOf<'authors'> {
  return {
    get: authors.get.handler(({ context, input }) => getAuthor(services, context.caller, input)),
    own: authors.own.handler(({ context }) => getOwnProfile(services, context.caller)),
    saveOwn: authors.saveOwn.handler(({ context, input }) => saveOwnProfile(services, context.caller, input)),
    writers: authors.writers.handler(({ context, input }) =>
      fromReplica(services, (reading) => listWriters(reading, context.caller, input)),
    ),
    ofUser: authors.ofUser.handler(({ context, input }) => getProfile(services, context.caller, input)),
    saveUser: authors.saveUser.handler(({ context, input }) => saveProfile(services, context.caller, input)),
  };
}
