import { expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://localhost:4318/';

test('without a collector nothing is traced', () => {
  expect(parseConfig({ OTEL_SERVICE_NAME: 'school' }).tracing).toBeUndefined();
});

test('traces go to the path of the protocol, all of them', () => {
  expect(parseConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracing).toEqual({
    url: 'http://localhost:4318/v1/traces',
    headers: {},
    service: 'lectern',
    ratio: 1,
  });
});

test('headers, the name of the service, and the part that is recorded are settings', () => {
  const { tracing } = parseConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YWJj=,tenant=a school',
    OTEL_SERVICE_NAME: 'school-1',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  });
  expect(tracing).toEqual({
    url: 'https://collector.example/otlp/v1/traces',
    headers: { authorization: 'Basic YWJj=', tenant: 'a school' },
    service: 'school-1',
    ratio: 0.25,
  });
});

test.for([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
] as const)('%o is refused by its name, without its value', ([variables, name]) => {
  const parse = () => parseConfig(variables);
  expect(parse).toThrow(ConfigError);
  expect(parse).toThrow(name);
  expect(parse).not.toThrow(/secret/);
});
