import type { RevenueRow } from '#contract/billing-reports';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { monthName } from './month-name.ts';
import classes from './revenue.module.css';

const MOVES = {
  new: m.billing_admin_move_new,
  reactivation: m.billing_admin_move_reactivation,
  expansion: m.billing_admin_move_expansion,
  contraction: m.billing_admin_move_contraction,
  churn: m.billing_admin_move_churn,
  moved: m.billing_admin_move_moved,
};
type Move = keyof typeof MOVES;

interface RevenueTableProps {
  rows: readonly RevenueRow[];
  /** What came from other plans is something only of one plan. */
  isOfOnePlan: boolean;
}

/** How recurring revenue moved, the latest month first: amounts, and of how many members. */
export function RevenueTable({ isOfOnePlan, rows }: RevenueTableProps) {
  const moves = (Object.keys(MOVES) as Move[]).filter((move) => move !== 'moved' || isOfOnePlan);
  const hasTrials = rows.some(({ conversions, trials }) => trials + conversions > 0);
  return (
    <ListTable
      caption={m.billing_admin_by_month()}
      columns={[
        m.billing_admin_month(),
        ...[
          m.billing_admin_start(),
          ...moves.map((move) => MOVES[move]()),
          m.billing_admin_end(),
          ...(hasTrials ? [m.billing_admin_trials()] : []),
        ].map((label) => ({ label, className: classes.number })),
      ]}
    >
      {rows.toReversed().map((row) => (
        <tr key={row.month}>
          <th scope="row">{monthName(row.month)}</th>
          <td className={classes.number} data-label={m.billing_admin_start()}>
            {formatMoney(row.start.amount, row.currency)}
          </td>
          {moves.map((move) => (
            <td key={move} className={classes.number} data-label={MOVES[move]()}>
              {row[move].accounts === 0 && row[move].amount === 0 ? (
                <span className={classes.none}>–</span>
              ) : (
                <>
                  {formatMoney(row[move].amount, row.currency)}{' '}
                  <small>{m.billing_admin_members({ count: Math.abs(row[move].accounts) })}</small>
                </>
              )}
            </td>
          ))}
          <td className={classes.number} data-label={m.billing_admin_end()}>
            <strong>{formatMoney(row.end.amount, row.currency)}</strong>{' '}
            <small>{m.billing_admin_members({ count: row.end.accounts })}</small>
          </td>
          {hasTrials && (
            <td className={classes.number} data-label={m.billing_admin_trials()}>
              {row.trials + row.conversions === 0 ? (
                <span className={classes.none}>–</span>
              ) : (
                m.billing_admin_trials_converted({ trials: row.trials, conversions: row.conversions })
              )}
            </td>
          )}
        </tr>
      ))}
    </ListTable>
  );
}
