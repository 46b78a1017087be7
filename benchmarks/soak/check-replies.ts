import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import { contract } from '#contract/contract';
import { statedProcedures } from '#server/http/check-contract';
import type { Call, Reply } from '../load.ts';

/** Of one kind, no more than one in this time is parsed: it may not cost what is measured. */
const PAUSE_MS = 10_000;

interface Kind {
  readonly name: string;
  readonly method: string;
  readonly address: RegExp;
  readonly output: z.ZodType;
}

export interface ReplyCheck {
  /** What the contract says against this reply; null: nothing, or it isn't its turn. */
  readonly faultIn: (call: Call, reply: Reply) => string | null;
  /** How many were parsed of each kind. */
  readonly parsed: ReadonlyMap<string, number>;
}

/** Parses replies of the API by the schemas of the contract: of each kind the first one, and one now and then. */
export function checkReplies(now: () => number = () => performance.now()): ReplyCheck {
  const kinds = readKinds();
  const parsedAt = new Map<string, number>();
  const parsed = new Map<string, number>();
  return {
    parsed,
    faultIn(call, reply) {
      if (!isJson(reply)) return null;
      const kind = kinds.find(
        ({ address, method }) => method === (call.method ?? 'GET') && address.test(call.path),
      );
      if (!kind) return "a reply that the contract doesn't state";
      const last = parsedAt.get(kind.name);
      if (last !== undefined && now() - last < PAUSE_MS) return null;
      parsedAt.set(kind.name, now());
      parsed.set(kind.name, (parsed.get(kind.name) ?? 0) + 1);
      const { error } = kind.output.safeParse(JSON.parse(textOf(reply)));
      const [issue] = error?.issues ?? [];
      return issue ? `not what the contract states: ${issue.path.join('.')}: ${issue.message}` : null;
    },
  };
}

/** Addresses with fewer parts that may be anything come first. */
function readKinds(): Kind[] {
  const anything = (path: string) => path.split('{').length;
  return statedProcedures(contract)
    .toSorted((one, other) => anything(one.path) - anything(other.path))
    .map(({ method, name, outputSchema, path }) => ({
      name,
      method,
      address: new RegExp(`^/api${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`),
      output: outputSchema as z.ZodType,
    }));
}

/** Whether the API has done what it was asked for, and says so in words: failures have one form, and pages and files none. */
const isJson = ({ body, headers, status }: Reply) =>
  status < 300 &&
  body.length > 0 &&
  headers['content-disposition'] === undefined &&
  headers['content-type']?.includes('application/json') === true;

function textOf({ body, headers }: Reply): string {
  const encoding = headers['content-encoding'];
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}
