import { fromReplica } from '#server/from-replica';
import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { listMedia } from './list-media.ts';
import { removeMedia } from './remove-media.ts';
import { remakeSizes } from './renditions/remake-sizes.ts';
import { restoreMedia } from './restore-media.ts';
import { updateMedia } from './update-media.ts';
import { uploadMedia } from './upload-media.ts';
import { finishUpload } from './uploads/finish-upload.ts';

export function libraryRoutes({ media }: Implementer, services: Services) {
  return {
    upload: media.upload.handler(({ context, input }) => uploadMedia(services, context.caller, input)),
    finishUpload: media.finishUpload.handler(({ context, input }) =>
      finishUpload(services, context.caller, input),
    ),
    list: media.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listMedia(reading, context.caller, input)),
    ),
    update: media.update.handler(({ context, input }) => updateMedia(services, context.caller, input)),
    remakeSizes: media.remakeSizes.handler(({ context, input }) =>
      remakeSizes(services, context.caller, input),
    ),
    remove: media.remove.handler(({ context, input }) => removeMedia(services, context.caller, input)),
    restore: media.restore.handler(({ context, input }) => restoreMedia(services, context.caller, input)),
  };
}
