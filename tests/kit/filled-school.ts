import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import sharp from 'sharp';
import { inject } from 'vitest';
import type { Viewer } from '#domain/access/viewer';
import { setAvatar } from '#server/areas/accounts/profile/set-avatar';
import { setUserTier } from '#server/areas/admin/users/set-user-tier';
import { importContent } from '#server/areas/courses/folders/import-content';
import { storeFile } from '#server/areas/media/store-file';
import { uploadMedia } from '#server/areas/media/upload-media';
import { fileTarget } from '#server/db/backup/archive-file';
import type { Lock } from '#server/db/backup/encrypt-bytes';
import { LEFT_OUT } from '#server/db/backup/left-out';
import { writeBackup } from '#server/db/backup/write-backup';
import { type Db, openDatabase } from '#server/db/client';
import { createLog } from '#server/platform/log';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import { diskStorage } from '#server/platform/storage-disk';
import { CALLERS, type CallerName } from '#tests/attack/kit/school';
import { type Account, enrol, withAccount } from './accounts.ts';
import { becomeCopy, createDatabase, isUnusedOwn } from './database.ts';
import { openVerbs } from './verbs.ts';

const CONTENT = join(import.meta.dirname, '../../content');
/** One of texts and exams, one with labs that run. */
const COURSES = ['sql-from-scratch', 'typescript-for-javascript-programmers'];

export interface FilledSchool extends Account {
  /** Folder that the uploads are in. */
  readonly uploads: string;
}

export function scratchFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'lectern-backup-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** What the file of a lesson holds in a filled school. */
export const LESSON_FILE = Buffer.from('name,score\nAda,3\n');

interface Filled {
  readonly database: string;
  readonly id: string;
  readonly people: ReadonlyMap<CallerName, Viewer>;
  readonly uploads: string;
}
let made: Promise<Filled> | undefined;

/** Filled once by each worker: importing courses takes most of the time of a test. */
async function fillTemplate(): Promise<Filled> {
  const server = inject('database');
  const database = await createDatabase(server, freshName('filled'));
  const folder = scratchFolder();
  process.once('exit', () => folder.remove());
  const db = openDatabase({ connection: { ...server, database }, log: createLog('silent') });
  try {
    const { as, id, uploads } = await fill(db, folder.path);
    return { database, id, uploads, people: new Map(CALLERS.map((who) => [who, as(who).viewer])) };
  } finally {
    await db.close();
  }
}

/**
 * A school as `fill` makes it. An `ownDb` that nobody has used yet becomes a copy of one that is made once; any other
 * database is filled.
 */
export async function fillSchool(db: Db, folder: string): Promise<FilledSchool> {
  if (!isUnusedOwn(db)) return fill(db, folder);
  made ??= fillTemplate();
  const { database, id, people, uploads: filled } = await made;
  await becomeCopy(db, database);
  const uploads = join(folder, 'uploads');
  cpSync(filled, uploads, { recursive: true });
  const verbs = await openVerbs(db, people);
  return { ...verbs, services: { ...verbs.services, storage: diskStorage(uploads) }, id, uploads };
}

/** A school with members, sessions, a second factor, a course with search words, an uploaded picture, a file of a lesson, a consent, a tier that was set and awkward text. */
async function fill(db: Db, folder: string): Promise<FilledSchool> {
  const account = await withAccount(db);
  const uploads = join(folder, 'uploads');
  const services = { ...account.services, storage: diskStorage(uploads) };
  const school = { ...account, services, uploads };
  await enrol(school);
  for (const course of COURSES) await importContent(services, school.as('admin'), join(CONTENT, course));
  await sql`
    with author as (insert into authors (user_id, slug, bio)
      select user_id, 'ada', 'Writes about “databases”.' from user_roles limit 1 returning user_id)
    insert into course_authors (course_id, position, user_id)
    select c.id, 0, author.user_id from author, courses c where c.slug = ${COURSES[0]}`.execute(db.kysely);
  // The second requires the first.
  await sql`update courses set prerequisite_id = (select id from courses where slug = ${COURSES[0]}) where slug = ${COURSES[1]}`.execute(
    db.kysely,
  );
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await setAvatar(services, school.as('basic'), {
    file: new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' }),
  });
  // A cover has a small copy beside it.
  await uploadMedia(services, school.as('admin'), {
    alt: '',
    use: 'cover',
    file: new File([new Uint8Array(picture)], 'cover.png', { type: 'image/png' }),
  });
  await db.transaction((trx) => storeFile(services, trx, LESSON_FILE, 'files/scores.csv'));
  await db.kysely
    .insertInto('contact_messages')
    .values({ name: 'tab\tand\\backslash', email: '', message: 'line\n\\.\n\\N "quoted" \u{1F393} é\u0001' })
    .execute();
  await sql`insert into site_settings (name, value) values ('odd', '{"deep": [1.50, null, "\\u00e9"]}')`.execute(
    db.kysely,
  );
  await sql`insert into marketing_consents (user_id, given_at) select id, now() from users where name = 'second'`.execute(
    db.kysely,
  );
  const { viewer } = school.as('basic');
  if (viewer.kind === 'member')
    for (const tier of ['premium', 'basic'] as const)
      await setUserTier(services, school.as('admin'), { id: viewer.userId, tier });
  await sql`update users set updated_at = 'infinity' where name = 'second'`.execute(db.kysely);
  return school;
}

export async function connectionOf(db: Db) {
  const { rows } = await db.pool.query<{ name: string }>('select current_database() as name');
  return { ...inject('database'), database: rows[0]?.name ?? '' };
}

/** What DATABASE_URL says for a connection, also through a socket. */
export function addressOf({
  database,
  host,
  password,
  port,
  user,
}: Awaited<ReturnType<typeof connectionOf>>): string {
  return `postgres:///${database}?${new URLSearchParams({ host, port: String(port), user, password })}`;
}

/** Backs a filled school up into a file of the folder. */
export async function backUp(
  db: Db,
  school: FilledSchool,
  file: string,
  { lock, replaces = false }: { readonly lock?: Lock; readonly replaces?: boolean } = {},
): Promise<string[]> {
  const lines: string[] = [];
  await writeBackup({
    connection: await connectionOf(db),
    storage: school.services.storage,
    openSecret: async () => readAuthSecret(school.services.config.dataDir),
    target: fileTarget(file, { replaces }),
    ...(lock && { lock }),
    version: '1.2.3',
    now: new Date('2026-11-20T12:00:00Z'),
    say: (line) => lines.push(line),
  });
  return lines;
}

/** For a restore that is not about the key. */
export async function keepSecret() {
  const nothing = async () => undefined;
  return { kept: null, putBack: nothing, forget: nothing };
}

/** What the fingerprint of a database is after it went through a backup. */
export function withoutSecrets(prints: Record<string, string>): Record<string, string> {
  return { ...prints, ...Object.fromEntries([...LEFT_OUT].map((name) => [name, '0 '])) };
}

/** Two databases are equal when this is: rows of every table, sequences, indexes, constraints, triggers. */
export async function fingerprint(connection: pg.ClientConfig): Promise<Record<string, string>> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const prints: Record<string, string> = {};
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations' order by 1`,
    );
    for (const { name } of tables)
      prints[name] = await first(
        client,
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') from ${name} t`,
      );
    prints.sequences = await first(
      client,
      `select string_agg(sequencename || '=' || coalesce(last_value::text, '-'), ' ' order by sequencename)
       from pg_sequences`,
    );
    prints.indexes = await first(
      client,
      `select string_agg(indexdef, E'\\n' order by indexdef) from pg_indexes where schemaname = 'public'`,
    );
    prints.constraints = await first(
      client,
      `select string_agg(conrelid::regclass || ' ' || conname || ' ' || convalidated::text || pg_get_constraintdef(oid), E'\\n'
         order by conrelid::regclass::text, conname) from pg_constraint where connamespace = 'public'::regnamespace`,
    );
    prints.triggers = await first(
      client,
      `select string_agg(tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text, E'\\n' order by tgname)
       from pg_trigger where not tgisinternal`,
    );
    return prints;
  } finally {
    await client.end();
  }
}

async function first(client: pg.Client, query: string): Promise<string> {
  const { rows } = await client.query<Record<string, string | null>>(query);
  return Object.values(rows[0] ?? {})[0] ?? '';
}

/** A name that no other test uses. */
export function freshName(kind: string): string {
  return `${kind}_${randomBytes(6).toString('hex')}`;
}
