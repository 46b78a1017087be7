import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { listMessages } from './list-messages.ts';
import { removeMessage } from './remove-message.ts';
import { setMessageAnswered } from './set-message-answered.ts';

export function messagesRoutes({ messages }: Implementer, services: Services): RoutesOf<'messages'> {
  return {
    list: messages.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listMessages(reading, context.caller, input)),
    ),
    setAnswered: messages.setAnswered.handler(({ context, input }) =>
      setMessageAnswered(services, context.caller, input),
    ),
    remove: messages.remove.handler(({ context, input }) => removeMessage(services, context.caller, input)),
  };
}
