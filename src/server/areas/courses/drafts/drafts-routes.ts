import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { discardDraft } from './discard-draft.ts';
import { getDraft } from './get-draft.ts';
import { saveDraft } from './save-draft.ts';

export function draftsRoutes({ drafts: os }: Implementer, services: Services): RoutesOf<'drafts'> {
  return {
    get: os.get.handler(({ context, input }) => getDraft(services, context.caller, input)),
    save: os.save.handler(({ context, input }) => saveDraft(services, context.caller, input)),
    discard: os.discard.handler(({ context, input }) => discardDraft(services, context.caller, input)),
  };
}
