import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { changeStatus } from './change-status.ts';
import { createPreviewLink } from './create-preview-link.ts';
import { getStatus } from './get-status.ts';
import { listPreviewLinks } from './list-preview-links.ts';
import { readPreview } from './read-preview.ts';
import { revokePreviewLink } from './revoke-preview-link.ts';

export function publishingRoutes(
  { publishing: os }: Implementer,
  services: Services,
): RoutesOf<'publishing'> {
  return {
    status: os.status.handler(({ context, input }) => getStatus(services, context.caller, input)),
    updateStatus: os.updateStatus.handler(({ context, input }) =>
      changeStatus(services, context.caller, input),
    ),
    links: os.links.handler(({ context, input }) =>
      fromReplica(services, (reading) => listPreviewLinks(reading, context.caller, input)),
    ),
    createLink: os.createLink.handler(({ context, input }) =>
      createPreviewLink(services, context.caller, input),
    ),
    revokeLink: os.revokeLink.handler(({ context, input }) =>
      revokePreviewLink(services, context.caller, input),
    ),
    preview: os.preview.handler(({ input }) => readPreview(services, input)),
  };
}
