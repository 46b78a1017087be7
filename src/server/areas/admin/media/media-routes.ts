import { libraryRoutes } from '#server/areas/media/routes';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { replaceMedia } from './replace-media.ts';

/** The media library, and what reaches from it into courses, banks, and pages. */
export function mediaRoutes(os: Implementer, services: Services): RoutesOf<'media'> {
  return {
    ...libraryRoutes(os, services),
    replace: os.media.replace.handler(({ context, input }) => replaceMedia(services, context.caller, input)),
  };
}
