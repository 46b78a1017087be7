import type { DBAdapter, DBTransactionAdapter, Where } from '@better-auth/core/db/adapter';
import { hashOfToken } from './hash-of-token.ts';

/**
 * The database as the sign-in library sees it: it reads and writes session tokens, of which only hashes are kept. What
 * it hands over is hashed on the way in; a row that it names by its token has that token when it comes back.
 */
export function withoutTokens(open: () => Promise<DBAdapter>): DBAdapter {
  let opened: Promise<DBAdapter> | undefined;
  const inner = () => {
    opened ??= open();
    return opened;
  };
  return {
    ...hashing(inner),
    transaction: async (work) => (await inner()).transaction((trx) => work(hashing(async () => trx))),
  };
}

function hashing(inner: () => Promise<DBTransactionAdapter>): DBTransactionAdapter {
  return {
    id: 'kysely',
    create: async (query) => {
      const { asked, tokens } = hashed(query);
      return withToken(await (await inner()).create(asked), tokens);
    },
    findOne: async <Row>(query: Query) => {
      const { asked, tokens } = hashed(query);
      return withToken(await (await inner()).findOne<Row>(asked), tokens);
    },
    findMany: async <Row>(query: Parameters<DBAdapter['findMany']>[0]) => {
      const { asked, tokens } = hashed(query);
      const rows = await (await inner()).findMany<Row>(asked);
      return rows.map((row) => withToken(row, tokens));
    },
    count: async (query) => (await inner()).count(hashed(query).asked),
    update: async <Row>(query: Query & { update: Record<string, unknown> }) => {
      const { asked, tokens } = hashed(query);
      return withToken(await (await inner()).update<Row>(asked), tokens);
    },
    updateMany: async (query) => (await inner()).updateMany(hashed(query).asked),
    delete: async (query) => (await inner()).delete(hashed(query).asked),
    deleteMany: async (query) => (await inner()).deleteMany(hashed(query).asked),
    consumeOne: async <Row>(query: Query) => {
      const { asked, tokens } = hashed(query);
      return withToken(await (await inner()).consumeOne<Row>(asked), tokens);
    },
    incrementOne: async (query) => (await inner()).incrementOne(hashed(query).asked),
  };
}

interface Query {
  readonly model: string;
  where: Where[];
}
interface AnyQuery {
  readonly model: string;
  readonly where?: Where[] | undefined;
  readonly data?: object;
  readonly update?: object;
}

/** The same query with hashes for tokens, and which token stands behind each hash. */
function hashed<Asked extends AnyQuery>(query: Asked): { asked: Asked; tokens: ReadonlyMap<string, string> } {
  const tokens = new Map<string, string>();
  if (query.model !== 'session') return { asked: query, tokens };
  const hash = (token: string) => {
    tokens.set(hashOfToken(token), token);
    return hashOfToken(token);
  };
  const field = <Fields extends object>(fields: Fields): Fields =>
    'token' in fields && typeof fields.token === 'string' ? { ...fields, token: hash(fields.token) } : fields;
  const condition = (where: Where): Where => {
    if (where.field !== 'token') return where;
    if (Array.isArray(where.value)) return { ...where, value: where.value.map((one) => hash(String(one))) };
    return { ...where, value: hash(String(where.value)) };
  };
  const { data, update, where } = query;
  const asked = {
    ...query,
    ...(data && { data: field(data) }),
    ...(update && { update: field(update) }),
    ...(where && { where: where.map(condition) }),
  };
  return { asked, tokens };
}

function withToken<Row>(row: Row, tokens: ReadonlyMap<string, string>): Row {
  if (typeof row !== 'object' || row === null || !('token' in row)) return row;
  const token = tokens.get(String(row.token));
  return token === undefined ? row : Object.assign(row, { token });
}
