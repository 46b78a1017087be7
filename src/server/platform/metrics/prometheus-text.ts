/** One line of a metric. */
export interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
  /** Added to the name; histograms only. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
}

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Metrics in the text format that Prometheus reads (version 0.0.4). A metric without samples is left out. */
export function prometheusText(metrics: readonly Metric[]): string {
  return metrics.map(metricText).join('');
}

function metricText({ help, name, samples, type }: Metric): string {
  if (samples.length === 0) return '';
  const lines = samples.map(
    ({ labels = {}, suffix = '', value }) => `${name}${suffix}${labelsText(labels)} ${valueText(value)}\n`,
  );
  return `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function valueText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  if (value === Number.NEGATIVE_INFINITY) return '-Inf';
  return String(value);
}

const escapeHelp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', '\\"');
