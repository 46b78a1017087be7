import { expect, test } from 'vitest';
import { prometheusText } from '#server/platform/metrics/prometheus-text';
import { RequestMetrics } from './request-metrics.ts';

const request = { route: 'page', method: 'GET', status: 200, ms: 3 };

test('requests are counted by route, method and class of status', () => {
  const metrics = new RequestMetrics();
  for (const status of [200, 204, 304, 503]) {
    metrics.begin();
    metrics.end({ ...request, status });
  }
  metrics.begin();
  const text = prometheusText(metrics.read());
  expect(text).toContain('lectern_http_requests_total{route="page",method="GET",status="2xx"} 2\n');
  expect(text).toContain('lectern_http_requests_total{route="page",method="GET",status="3xx"} 1\n');
  expect(text).toContain('lectern_http_requests_total{route="page",method="GET",status="5xx"} 1\n');
  expect(text).toContain('lectern_http_request_duration_seconds_count{route="page",method="GET"} 4\n');
  expect(text).toContain('lectern_http_requests_in_flight 1\n');
});

test('methods that nobody knows are one, and so are routes beyond the most', () => {
  const metrics = new RequestMetrics();
  for (let number = 0; number < 5000; number += 1) {
    metrics.begin();
    metrics.end({ ...request, method: `M${number}` });
    metrics.begin();
    metrics.end({ ...request, route: `/${number}` });
  }
  const text = prometheusText(metrics.read());
  expect(text).toContain('lectern_http_requests_total{route="page",method="other",status="2xx"} 5000\n');
  const counted = text.split('\n').filter((line) => line.startsWith('lectern_http_requests_total{'));
  expect(counted.length).toBeLessThanOrEqual(2001);
  expect(text).toMatch(/lectern_http_requests_total\{route="other",method="GET",status="2xx"\} 3\d{3}\n/);
});
