import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { getSource } from './open-source.ts';
import { checkDraft } from './read-draft.ts';
import { retireSource, saveSource } from './save-source.ts';
import { proveDraft, tryDraft } from './try-draft.ts';

export function labAuthoringRoutes(
  { labAuthoring: os }: Implementer,
  services: Services,
): RoutesOf<'labAuthoring'> {
  return {
    get: os.get.handler(({ context, input }) => getSource(services, context.caller, input)),
    read: os.read.handler(({ context, input }) => checkDraft(services, context.caller, input)),
    prove: os.prove.handler(({ context, input }) => proveDraft(services, context.caller, input)),
    try: os.try.handler(({ context, input }) => tryDraft(services, context.caller, input)),
    save: os.save.handler(({ context, input }) => saveSource(services, context.caller, input)),
    remove: os.remove.handler(({ context, input }) => retireSource(services, context.caller, input)),
  };
}
