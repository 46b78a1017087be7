import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { endSupport } from './end-support.ts';
import { startSupport } from './start-support.ts';

export function supportRoutes({ support: os }: Implementer, services: Services): RoutesOf<'support'> {
  return {
    start: os.start.handler(({ context, input }) =>
      startSupport(services, context.caller, input, context.resHeaders),
    ),
    end: os.end.handler(({ context }) => endSupport(services, context.caller, context.resHeaders)),
  };
}
