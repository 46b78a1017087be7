import { CsvError, parse } from 'csv-parse/sync';
import { email as emailSchema } from '#contract/accounts/accounts';
import type { InviteLine } from '#contract/administration/invitations';
import { ROLES } from '#domain/roles';
import { TIERS, type Tier } from '#domain/tiers';

const COLUMNS = ['email', 'tier', 'role'] as const;
type Column = (typeof COLUMNS)[number];
/** What other programs call the same columns; a plan stands for its tier. */
const ALIASES: Readonly<Record<string, Column>> = {
  'e-mail': 'email',
  'email address': 'email',
  mail: 'email',
  plan: 'tier',
};
/** What other programs call a user. */
const MEMBER = ['member', 'learner', 'student'];

export interface PlanName {
  readonly name: string;
  readonly tier: Tier;
}
interface ListReading {
  readonly lines: InviteLine[];
  /** Columns that the first line names and nobody knows; what stands there is not used. */
  readonly unknownColumns: string[];
}

interface Parsed {
  readonly info: { readonly lines: number };
  readonly record: readonly string[];
}

/**
 * The lines of a CSV list: address, tier, role, in this order or in the order of a first line that names them. What is
 * left out is a user of the given tier; a tier may be named by a plan. Commas, semicolons and tabs separate.
 */
export function readList(csv: string, tier: Tier, plans: readonly PlanName[]): ListReading {
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
    return {
      lines: [{ line, email: '', tier: null, role: null, outcome: 'unreadable' }],
      unknownColumns: [],
    };
  }
  const named = records[0]?.record ?? [];
  const first = named.map((cell) => ALIASES[cell.toLowerCase()] ?? cell.toLowerCase());
  const hasHead = first.includes('email');
  const order = hasHead ? first : [...COLUMNS];
  const lines = records.slice(hasHead ? 1 : 0).map(({ info, record }) => {
    // Two columns may mean one thing, such as tier and plan: the first that is filled counts.
    const cell = (column: Column) => record.find((value, at) => order[at] === column && value !== '') ?? '';
    return judge(
      info.lines,
      { email: cell('email'), tier: cell('tier') || tier, role: cell('role') || 'user' },
      plans,
    );
  });
  const isKnown = (column: string) => COLUMNS.some((one) => one === column);
  const unknown = hasHead ? named.filter((name, at) => name !== '' && !isKnown(first[at] ?? '')) : [];
  return { lines, unknownColumns: unknown.slice(0, 20).map((name) => name.slice(0, 100)) };
}

function judge(line: number, given: Record<Column, string>, plans: readonly PlanName[]): InviteLine {
  const address = emailSchema.safeParse(given.email);
  const wanted = given.tier.toLowerCase();
  const plan = plans.find(({ name }) => name.toLowerCase() === wanted);
  const tier = TIERS.find((one) => one === wanted) ?? plan?.tier ?? null;
  const word = given.role.toLowerCase();
  const role = MEMBER.includes(word) ? 'user' : (ROLES.find((one) => one === word) ?? null);
  const outcome = !address.success ? 'bad-address' : !tier ? 'bad-tier' : !role ? 'bad-role' : 'ok';
  return { line, email: address.data ?? given.email.slice(0, 300), tier, role, outcome };
}
