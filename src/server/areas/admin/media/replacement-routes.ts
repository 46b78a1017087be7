import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { replaceMedia } from './replace-media.ts';

/** What reaches into courses, banks, and pages; the rest of the library is in the area media. */
export function replacementRoutes({ media }: Implementer, services: Services) {
  return {
    replace: media.replace.handler(({ context, input }) => replaceMedia(services, context.caller, input)),
  };
}
