import { signMedia } from '#server/areas/media/sign-media';
import { Failure } from '#server/failure';
import { bareImplementer, type Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { toApiError } from './api-error.ts';
import { dailyGate } from './gates/daily-calls.ts';
import { gateAccess } from './gates/gate-access.ts';
import { gateIdempotency } from './gates/gate-idempotency.ts';
import { rateLimitGate } from './gates/gate-rate-limit.ts';
import { gateText } from './gates/gate-text.ts';
import { KeptReplies } from './gates/kept-replies.ts';
import type { Limits } from './gates/limits.ts';

export interface GateOptions {
  readonly services: Services;
  readonly limits: Limits;
  /** Left out: as much as a client may repeat. */
  readonly replies?: KeptReplies | undefined;
  /** Refuses writes while there is no room for them. */
  readonly isDiskFull: () => boolean;
  /** Called after every call that may have changed something, whether it says so or not. */
  readonly afterWrite: () => void;
}

/** The contract with what every call passes before its handler: access, limits, text that can be stored, one effect. */
export function createImplementer(options: GateOptions): Implementer {
  const { afterWrite, isDiskFull, limits, services } = options;
  const gateRateLimit = rateLimitGate(services, limits);
  const gateDaily = dailyGate(services, limits);
  const kept = { ...services, replies: options.replies ?? new KeptReplies() };
  return bareImplementer.use(async ({ context, next, path, procedure }, input, output) => {
    const { meta, route } = procedure['~orpc'];
    const signed = <Answer>(answer: Answer): Promise<Answer> | Answer =>
      meta.media === 'signed' ? signMedia(services, answer) : answer;
    try {
      const isUnsafe = route.method !== 'GET';
      const caller = await gateAccess(services, context.caller, meta, isUnsafe);
      const isKey = caller.viewer.kind === 'member' && caller.viewer.key !== undefined;
      const admitted = { ...context, caller };
      // Before the limits: counting is a change, too.
      if (isUnsafe && isDiskFull()) throw new Failure('DISK_FULL');
      const name = path.join('.');
      const { limitPerDay, limitPerMinute } = meta;
      if ((isUnsafe || isKey || limitPerMinute !== undefined) && context.countedAs !== name)
        await gateRateLimit({ name, caller, isUnsafe, limitPerMinute, input });
      gateText(input);
      if (!isUnsafe) return output(await signed((await next({ context: admitted })).output));
      const run = () =>
        gateDaily({ name, caller, limitPerDay }, async () => (await next({ context: admitted })).output);
      const reply = await gateIdempotency(kept, admitted, `${route.method} ${route.path}`, run);
      const result = output(await signed(reply));
      if (meta.access === 'admin') afterWrite();
      return result;
    } catch (error) {
      // A conflict carries what is there now, as an answer would.
      if (error instanceof Failure && error.data !== undefined)
        throw toApiError(new Failure(error.code, { fields: error.fields, data: await signed(error.data) }));
      throw toApiError(error);
    }
  });
}
