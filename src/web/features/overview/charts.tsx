import { type ReactNode, useId } from 'react';
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { Overview } from '#contract/administration/overview';
import { TIERS } from '#domain/tiers';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import classes from './admin-dashboard.module.css';

const HEIGHT = 180;
const AXIS = { stroke: 'var(--line-strong)', tick: { fill: 'var(--ink-soft)', fontSize: 12 } } as const;
const FILL = {
  free: 'var(--line-strong)',
  basic: 'var(--accent-line)',
  premium: 'var(--accent-fill)',
} as const;
const TOOLTIP = {
  contentStyle: {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-small)',
    background: 'var(--surface)',
    color: 'var(--ink)',
    fontSize: 13,
  },
  cursor: { fill: 'var(--sunken)' },
  labelFormatter: (day: ReactNode) => formatDate(String(day)),
} as const;

/** Registrations and tiers over time; each with a table for those who cannot see it. */
export function Charts({ overview: { registrations, tiers } }: { overview: Overview }) {
  const tierName = useTierName();
  const sum = registrations.reduce((total, { users }) => total + users, 0);
  return (
    <>
      <Chart
        title={m.admin_chart_registrations()}
        note={m.admin_chart_sum({ count: sum })}
        head={[m.admin_chart_day(), m.admin_chart_users()]}
        rows={registrations.map(({ day, users }) => [day, users])}
      >
        <BarChart data={registrations} margin={{ left: -24, right: 8, top: 8 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="day" tickFormatter={formatDate} minTickGap={48} {...AXIS} />
          <YAxis allowDecimals={false} {...AXIS} />
          <Tooltip {...TOOLTIP} />
          <Bar
            dataKey="users"
            name={m.admin_chart_users()}
            fill="var(--accent-ink)"
            isAnimationActive={false}
          />
        </BarChart>
      </Chart>
      <Chart
        title={m.admin_chart_tiers()}
        note={TIERS.map((tier) => `${tierName(tier)} ${tiers.at(-1)?.[tier] ?? 0}`).join(' · ')}
        head={[m.admin_chart_day(), ...TIERS.map(tierName)]}
        rows={tiers.map((one) => [one.day, ...TIERS.map((tier) => one[tier])])}
      >
        <AreaChart
          data={tiers.length > 1 ? tiers : [...tiers, ...tiers]}
          margin={{ left: -24, right: 8, top: 8 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="day" tickFormatter={formatDate} minTickGap={48} {...AXIS} />
          <YAxis allowDecimals={false} {...AXIS} />
          <Tooltip {...TOOLTIP} />
          {TIERS.map((tier) => (
            <Area
              key={tier}
              dataKey={tier}
              name={tierName(tier)}
              stackId="members"
              stroke={FILL[tier]}
              fill={FILL[tier]}
              fillOpacity={0.8}
              isAnimationActive={false}
            />
          ))}
        </AreaChart>
      </Chart>
    </>
  );
}

interface ChartProps {
  title: string;
  note: string;
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  children: ReactNode;
}

function Chart({ children, head, note, rows, title }: ChartProps) {
  const id = useId();
  return (
    <section className={classes.chart} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={classes.note}>{note}</p>
      {/* The axis of time runs from left to right in every language. */}
      <div aria-hidden="true" dir="ltr">
        <ResponsiveContainer width="100%" height={HEIGHT}>
          {children}
        </ResponsiveContainer>
      </div>
      <details className={classes.table}>
        <summary>{m.admin_chart_table()}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard. */}
        <section tabIndex={0} aria-label={title}>
          <table>
            <thead>
              <tr>
                {head.map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.toReversed().map(([day, ...values]) => (
                <tr key={day}>
                  <th scope="row">{formatDate(String(day))}</th>
                  {values.map((value, index) => (
                    <td key={head[index + 1]}>{value}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  );
}
