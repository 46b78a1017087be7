import { z } from 'zod';
import { failures, memberProcedure, sentFile } from '../procedure.ts';

export const privacy = {
  requestExport: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/account/export',
      summary: 'Check that you may download your data, before the download starts',
    })
    .errors(failures('PROOF_REQUIRED', 'EXPORT_RUNNING'))
    .output(z.object({ done: z.literal(true) })),
  export: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({ method: 'GET', path: '/account/export', summary: 'Download your data as a ZIP file' })
    .errors(failures('PROOF_REQUIRED', 'EXPORT_RUNNING'))
    .output(sentFile),
};
