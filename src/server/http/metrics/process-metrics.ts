import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metric } from '#server/platform/metrics/prometheus-text';

const RESOLUTION_MS = 20;

/** What the process itself takes, under the names that Prometheus clients of Node.js agree on. */
export class ProcessMetrics {
  #delays: ReturnType<typeof monitorEventLoopDelay> | undefined;

  read(): Metric[] {
    const { system, user } = process.cpuUsage();
    const { heapUsed, rss } = process.memoryUsage();
    const gauge = (name: string, help: string, value: number): Metric => ({
      name,
      type: 'gauge',
      help,
      samples: [{ value }],
    });
    return [
      {
        name: 'process_cpu_seconds_total',
        type: 'counter',
        help: 'CPU time of the process.',
        samples: [{ value: (user + system) / 1e6 }],
      },
      gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
      gauge('process_start_time_seconds', 'When the process started.', performance.timeOrigin / 1000),
      gauge('nodejs_heap_size_used_bytes', 'Memory that JavaScript objects take.', heapUsed),
      ...this.#readDelays(gauge),
    ];
  }

  /** How late the event loop was since the last reading; measured from the first reading on. */
  #readDelays(gauge: (name: string, help: string, value: number) => Metric): Metric[] {
    if (!this.#delays) {
      this.#delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      this.#delays.enable();
    }
    const delays = this.#delays;
    // It measures how far apart its own ticks are: what is beyond that is the delay.
    const seconds = (ns: number) => (Number.isFinite(ns) ? Math.max(0, ns / 1e9 - RESOLUTION_MS / 1000) : 0);
    const hasTicked = delays.count > 0;
    const read = [
      gauge(
        'nodejs_eventloop_lag_mean_seconds',
        'How late the event loop was on average since the last reading.',
        hasTicked ? seconds(delays.mean) : 0,
      ),
      gauge(
        'nodejs_eventloop_lag_p99_seconds',
        'How late the event loop was at most, 99 times of 100, since the last reading.',
        hasTicked ? seconds(delays.percentile(99)) : 0,
      ),
    ];
    delays.reset();
    return read;
  }
}
