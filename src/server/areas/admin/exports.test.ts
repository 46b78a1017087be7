import { expect } from 'vitest';
import { csvLines } from '#server/csv/csv-lines';
import { recordAudit } from '#server/db/audit';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { exportAudit } from './audit/export-audit.ts';
import { exportUsers } from './users/export-users.ts';
import { usersFile } from './users/users-file.ts';

const everybody = { q: '', sort: 'newest' } as const;
const exchange = () => ({ resHeaders: new Headers() });
const MARK = String.fromCharCode(0xfeff);
/** The text with its mark, which `text()` would drop. */
const read = async (stream: ReadableStream<Uint8Array>) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await new Response(stream as BodyInit).arrayBuffer());

test('the file has one line for each account that matches, and a mark that says it is UTF-8', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  await db.kysely.insertInto('users').values({ name: 'Łucja, "Lu"', email: 'lu@one.test' }).execute();
  const file = await read(
    await exportUsers(services, as('admin'), { ...everybody, q: 'one.test' }, exchange()),
  );
  const [head, line, ...rest] = file.split('\r\n');
  expect(head).toBe(`${MARK}id,name,email,tier,role,state,created_at`);
  expect(line).toMatch(/^[0-9a-f-]{36},"Łucja, ""Lu""",lu@one\.test,free,user,unconfirmed,2\d{3}-.*Z$/);
  expect(rest).toEqual(['']);
});

test('nothing in the file is a formula to a spreadsheet', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=HYPERLINK("https://x.test","click")'];
  await db.kysely
    .insertInto('users')
    .values(names.map((name, index) => ({ name, email: `f${index}@formula.test` })))
    .execute();
  const file = await read(
    await exportUsers(services, as('admin'), { ...everybody, q: 'formula.test' }, exchange()),
  );
  for (const line of file.split('\r\n').slice(1, -1)) expect(line).toMatch(/^[^,]+,"?'/);
});

test('more accounts than one page are all in the file, each once', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  await db.kysely
    .insertInto('users')
    .values(Array.from({ length: 2500 }, (_, index) => ({ name: 'M', email: `m${index}@many.test` })))
    .execute();
  for (const filters of [everybody, { q: 'many.test', sort: 'email' } as const]) {
    const file = await read(await exportUsers(services, as('admin'), filters, exchange()));
    const emails = file.split('\r\n').map((line) => line.split(',')[2]);
    expect(new Set(emails.filter((email) => email?.endsWith('@many.test'))).size).toBe(2500);
    expect(emails.filter((email) => email?.endsWith('@many.test'))).toHaveLength(2500);
  }
});

test.for(['name', 'email'] as const)(
  'everybody stands once in a file by %s, also who is renamed while it is written',
  async (sort, { db }) => {
    const { services } = await openVerbs(db);
    await db.kysely
      .insertInto('users')
      .values(
        Array.from({ length: 2500 }, (_, index) => ({ name: `M${index}`, email: `m${index}@many.test` })),
      )
      .execute();
    const rename = (email: string, to: string) =>
      db.pool.query("update users set name = $2, email = $2 || '@many.test' where email = $1", [email, to]);
    const ids: string[] = [];
    for await (const page of usersFile(services, { q: '', sort }).pages()) {
      ids.push(...csvLines(['id'], page).trimEnd().split('\r\n'));
      if (ids.length > 2000) continue;
      // One that has its line, and one that hasn't.
      await rename('m0@many.test', 'zz-last');
      await rename('m999@many.test', 'aa-first');
    }
    const { rows } = await db.pool.query('select id from users');
    expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).sort());
  },
);

test('an export is audited with its filters, and over HTTP it is a file to keep', async ({ db }) => {
  const school = await openSchool(db);
  const response = await school.ask('admin', 'GET', '/api/admin/users.csv?tier=basic&sort=name');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="users-2026-11-20.csv"');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect((await response.text()).split('\r\n')).toHaveLength(4);
  const [entry] = await db.kysely
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('action', '=', 'user.export')
    .execute();
  expect(entry?.after).toEqual({ filters: { q: '', tier: 'basic', sort: 'name' } });
});

test('the audit log is exported with its values, and that is in it', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const after = { html: 'x'.repeat(5000) };
  await db.transaction((trx) =>
    recordAudit(trx, as('admin'), { action: 'page.update', entity: 'page', entityId: 'terms', after }),
  );
  const file = await read(await exportAudit(services, as('admin'), { actor: '' }, exchange()));
  const [head, ...lines] = file.trimEnd().split('\r\n');
  expect(head).toBe(
    `${MARK}id,at,actor_kind,actor_id,actor_name,actor_email,action,entity,entity_id,entity_name,ip_address,request_id,before,after,on_behalf_of_id,on_behalf_of_name,api_key_id,api_key_name`,
  );
  expect(lines.map((line) => line.split(',')[6])).toEqual([
    'audit.export',
    'page.update',
    'signing-key.rotate',
  ]);
  expect(lines[1]).toContain('x'.repeat(5000));
});

test('only administrators export, and a refused export is not audited', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  expect(await failureOf(exportUsers(services, as('premium'), everybody, exchange()))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
  expect(await failureOf(exportAudit(services, as('free'), { actor: '' }, exchange()))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
  const audited = await db.kysely.selectFrom('audit_log').select('action').execute();
  expect(audited).toEqual([{ action: 'signing-key.rotate' }]);
});
