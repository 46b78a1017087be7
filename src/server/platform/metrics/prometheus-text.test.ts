import { expect, test } from 'vitest';
import { Histogram } from './histogram.ts';
import { prometheusText } from './prometheus-text.ts';

test('a metric is a line of help, a line of its type, and a line for each sample', () => {
  const text = prometheusText([
    {
      name: 'mails_waiting',
      type: 'gauge',
      help: 'Emails that wait.',
      samples: [
        { labels: { lane: 'urgent' }, value: 3 },
        { labels: { lane: 'bulk', host: 'a' }, value: 0.25 },
      ],
    },
    { name: 'up', type: 'gauge', help: 'Up.', samples: [{ value: 1 }] },
  ]);
  expect(text).toBe(
    [
      '# HELP mails_waiting Emails that wait.',
      '# TYPE mails_waiting gauge',
      'mails_waiting{lane="urgent"} 3',
      'mails_waiting{lane="bulk",host="a"} 0.25',
      '# HELP up Up.',
      '# TYPE up gauge',
      'up 1',
      '',
    ].join('\n'),
  );
});

test('no value of a label can end its line or its quotes', () => {
  const value = 'a"} 1\nfake_metric{x="\\';
  const text = prometheusText([
    { name: 'm', type: 'gauge', help: 'a\\b\nc', samples: [{ labels: { l: value }, value: 1 }] },
  ]);
  expect(text).toBe('# HELP m a\\\\b\\nc\n# TYPE m gauge\nm{l="a\\"} 1\\nfake_metric{x=\\"\\\\"} 1\n');
});

test('numbers that are none have the names that Prometheus gives them', () => {
  const samples = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN].map((value) => ({
    value,
  }));
  const text = prometheusText([{ name: 'm', type: 'gauge', help: 'M.', samples }]);
  expect(text.split('\n').slice(2, 5)).toEqual(['m +Inf', 'm -Inf', 'm NaN']);
});

test('a metric without samples is left out', () => {
  expect(prometheusText([{ name: 'm', type: 'gauge', help: 'M.', samples: [] }])).toBe('');
});

test('each bucket of a histogram counts what the smaller ones count, and what is on its bound', () => {
  const histogram = new Histogram();
  for (const seconds of [0.005, 0.006, 0.3, 11]) histogram.observe(seconds);
  const text = prometheusText([
    { name: 'h', type: 'histogram', help: 'H.', samples: histogram.samples({ route: 'page' }) },
  ]);
  expect(text.split('\n').slice(2, -1)).toEqual([
    'h_bucket{route="page",le="0.005"} 1',
    'h_bucket{route="page",le="0.01"} 2',
    'h_bucket{route="page",le="0.025"} 2',
    'h_bucket{route="page",le="0.05"} 2',
    'h_bucket{route="page",le="0.1"} 2',
    'h_bucket{route="page",le="0.25"} 2',
    'h_bucket{route="page",le="0.5"} 3',
    'h_bucket{route="page",le="1"} 3',
    'h_bucket{route="page",le="2.5"} 3',
    'h_bucket{route="page",le="5"} 3',
    'h_bucket{route="page",le="10"} 3',
    'h_bucket{route="page",le="+Inf"} 4',
    'h_sum{route="page"} 11.311',
    'h_count{route="page"} 4',
  ]);
});
