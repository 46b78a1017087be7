import { z } from 'zod';

/** Where traces are sent, by the names that OpenTelemetry gives its settings. */
export interface TracingSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
  /** Which part of the traces that begin here is recorded, 0 to 1. */
  readonly ratio: number;
}

const PATH = '/v1/traces';
const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http://localhost:4318';
const HEADERS = 'OTEL_EXPORTER_OTLP_HEADERS must be names and values, such as api-key=abc,tenant=school';
const RATIO = 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.1';

export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), ENDPOINT)
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,=\s][^,]*(?:,[\w-]+=[^,=\s][^,]*)*$/, HEADERS)
    .optional(),
  OTEL_SERVICE_NAME: z.string().trim().min(1).max(100).default('lectern'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0|1|0?\.\d{1,6}|1\.0+|0\.0+)$/, RATIO)
    .transform(Number)
    .default(1),
};

type Variables = z.output<z.ZodObject<typeof tracingVariables>>;

/** Undefined without a collector: then nothing is traced. */
export function tracingSettings(variables: Variables): TracingSettings | undefined {
  const endpoint = variables.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  return {
    url: `${endpoint.replace(/\/+$/, '')}${PATH}`,
    headers: headersOf(variables.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    service: variables.OTEL_SERVICE_NAME,
    ratio: variables.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** Values are percent-encoded, as OpenTelemetry writes them. */
function headersOf(text: string): Record<string, string> {
  const pairs = text.split(',').filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const border = pair.indexOf('=');
      return [pair.slice(0, border).trim().toLowerCase(), decode(pair.slice(border + 1).trim())];
    }),
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
