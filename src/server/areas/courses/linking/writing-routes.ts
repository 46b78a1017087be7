import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { duplicateSection } from '../copying/duplicate-section.ts';
import { findLinkTargets } from './find-link-targets.ts';

export function writingRoutes({ writing }: Implementer, services: Services): RoutesOf<'writing'> {
  return {
    linkTargets: writing.linkTargets.handler(({ context, input }) =>
      fromReplica(services, (reading) => findLinkTargets(reading, context.caller, input)),
    ),
    duplicateSection: writing.duplicateSection.handler(({ context, input }) =>
      duplicateSection(services, context.caller, input),
    ),
  };
}
