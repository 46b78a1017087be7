import { CsvError, parse } from 'csv-parse/sync';
import { email as emailSchema } from '#contract/accounts';
import type { InviteLine } from '#contract/invitations';
import { ROLES } from '#domain/roles';
import { TIERS, type Tier } from '#domain/tiers';

const COLUMNS = ['email', 'tier', 'role'] as const;
type Column = (typeof COLUMNS)[number];

interface Parsed {
  readonly info: { readonly lines: number };
  readonly record: readonly string[];
}

/**
 * The lines of a CSV list: address, tier, role, in this order or in the order of a first line that names them. What is
 * left out is a user of the given tier. Commas, semicolons and tabs separate.
 */
export function readList(csv: string, tier: Tier): InviteLine[] {
  let records: Parsed[];
  try {
    records = parse(csv, {
      bom: true,
      delimiter: [',', ';', '\t'],
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : 1;
    return [{ line, email: '', tier: null, role: null, outcome: 'unreadable' }];
  }
  const first = records[0]?.record.map((cell) => cell.toLowerCase()) ?? [];
  const hasHead = first.includes('email');
  const order = hasHead ? first : [...COLUMNS];
  return records.slice(hasHead ? 1 : 0).map(({ info, record }) => {
    const cell = (column: Column) => record[order.indexOf(column)] ?? '';
    return judge(info.lines, {
      email: cell('email'),
      tier: cell('tier') || tier,
      role: cell('role') || 'user',
    });
  });
}

function judge(line: number, given: Record<Column, string>): InviteLine {
  const address = emailSchema.safeParse(given.email);
  const tier = TIERS.find((one) => one === given.tier.toLowerCase()) ?? null;
  const role = ROLES.find((one) => one === given.role.toLowerCase()) ?? null;
  const outcome = !address.success ? 'bad-address' : !tier ? 'bad-tier' : !role ? 'bad-role' : 'ok';
  return { line, email: address.data ?? given.email.slice(0, 300), tier, role, outcome };
}
