import { Histogram } from '#server/platform/metrics/histogram';
import type { Metric } from '#server/platform/metrics/prometheus-text';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** More than there are routes: whatever a route may be named one day, a stranger can't fill our memory. */
const MAX_SERIES = 2000;

interface Series {
  readonly labels: { readonly route: string; readonly method: string };
  readonly durations: Histogram;
  /** How many replies had which class of status, such as "2xx". */
  readonly statuses: Map<string, number>;
}

/** Counts requests by the name of their route, never by their address. */
export class RequestMetrics {
  readonly #series = new Map<string, Series>();
  #inFlight = 0;

  begin(): void {
    this.#inFlight += 1;
  }

  end({ method, ms, route, status }: { route: string; method: string; status: number; ms: number }): void {
    this.#inFlight -= 1;
    const { durations, statuses } = this.#seriesOf(route || 'none', METHODS.has(method) ? method : 'other');
    const statusClass = `${Math.floor(status / 100)}xx`;
    statuses.set(statusClass, (statuses.get(statusClass) ?? 0) + 1);
    durations.observe(ms / 1000);
  }

  read(): Metric[] {
    const all = [...this.#series.values()];
    return [
      {
        name: 'lectern_http_requests_total',
        type: 'counter',
        help: 'Requests that were answered, by route, method, and class of status.',
        samples: all.flatMap(({ labels, statuses }) =>
          [...statuses].map(([status, value]) => ({ labels: { ...labels, status }, value })),
        ),
      },
      {
        name: 'lectern_http_request_duration_seconds',
        type: 'histogram',
        help: 'Time until the head of the reply, by route and method.',
        samples: all.flatMap(({ durations, labels }) => durations.samples(labels)),
      },
      {
        name: 'lectern_http_requests_in_flight',
        type: 'gauge',
        help: 'Requests that are being answered, this one included.',
        samples: [{ value: this.#inFlight }],
      },
    ];
  }

  #seriesOf(route: string, method: string): Series {
    const key = `${method} ${route}`;
    const known = this.#series.get(key);
    if (known) return known;
    if (this.#series.size >= MAX_SERIES && route !== 'other') return this.#seriesOf('other', method);
    const series = { labels: { route, method }, durations: new Histogram(), statuses: new Map() };
    this.#series.set(key, series);
    return series;
  }
}
