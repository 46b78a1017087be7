import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';

const FILE = '10000000-0000-4000-8000-000000000001';

const BLOCK = '20000000-0000-4000-8000-000000000001';
/** The hash of what the caller agreed to. */
export const CONSENT = '0'.repeat(64);
const WRITTEN = 'name,email\n';
/** A lab that learners of every tier may open. */
export const FREE_LAB = `select l.section_id from current_labs l join courses c on c.id = l.course_id
  where c.subscription_level = 'free' order by l.section_id limit 1`;

const HANDED_IN = JSON.stringify({
  intro: '',
  passMark: 60,
  settings: DEFAULT_SETTINGS,
  draws: [],
  questions: [
    {
      id: 'essay',
      kind: 'essay',
      prompt: 'Why?',
      points: 1,
      explanation: '',
      minWords: null,
      maxWords: null,
      rubric: [],
    },
    {
      id: 'file',
      kind: 'file',
      prompt: 'Send it',
      points: 1,
      explanation: '',
      accept: ['pdf'],
      maxMegabytes: 5,
      rubric: [],
    },
  ],
});

/**
 * What some routes need to be called at all, the same in every school and nothing the second time: an essay that waits for its
 * marker, a late answer, a file, an author, a page of the school, a passed lab, an invitation, a session with a fresh proof, a
 * price, an export that was written, an upload that has begun.
 */
export async function seedCallable(client: pg.Client, token: string, dataDir: string): Promise<void> {
  const caller = "(select user_id from sessions where token = encode(sha256(convert_to($1, 'UTF8')), 'hex'))";
  const run = (text: string, ...values: unknown[]) => client.query(text, values);
  await run(
    `update sessions set proved_at = now(), expires_at = now() + interval '1 day'
     where token = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
    token,
  );
  await run(
    `insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'handed-in', 'Handed in', 'exam', $1::jsonb, 100 from courses where slug = 'learners-bench'
       and not exists (select from course_content where key = 'handed-in')`,
    HANDED_IN,
  );
  await run(
    `insert into exam_versions (section_id, fingerprint, exam, html) select id, 'bench', exam, '{}' from course_content
     where key = 'handed-in' on conflict do nothing`,
  );
  await run(
    `insert into exam_attempts (user_id, section_id, version_id, number, started_at, deadline_at, submitted_at, ended_by, passed,
       waiting, result)
     select ${caller}, v.section_id, v.id, 1, now() - interval '2 hours', now() - interval '1 hour', now() - interval '1 hour',
       'candidate', false, true, '{"points": 0, "maxPoints": 2, "percent": 0, "passed": false, "waiting": ["essay", "file"], "questions": []}'
     from exam_versions v join course_content s on s.id = v.section_id where s.key = 'handed-in' on conflict do nothing`,
    token,
  );
  await run(
    `insert into exam_marks (attempt_id, question, waits_since)
     select a.id, q, now() - interval '1 hour' from exam_attempts a join course_content s on s.id = a.section_id,
       unnest(array['essay', 'file']) q where s.key = 'handed-in' on conflict do nothing`,
  );
  await run(
    `insert into exam_late_answers (attempt_id, writer, question, answer, typed_at, received_at)
     select a.id, a.id, 'essay', '"Because."', a.deadline_at - interval '1 minute', now()
     from exam_attempts a join course_content s on s.id = a.section_id where s.key = 'handed-in' on conflict do nothing`,
  );
  await run(
    `insert into exam_files (id, attempt_id, question, name, bytes, created_at)
     select $1, a.id, 'file', 'file.pdf', 5, now() from exam_attempts a join course_content s on s.id = a.section_id
     where s.key = 'handed-in' on conflict do nothing`,
    FILE,
  );
  mkdirSync(join(dataDir, 'uploads'), { recursive: true });
  writeFileSync(join(dataDir, 'uploads', `${FILE}.upload`), '%PDF-');
  await run(
    `insert into authors (user_id, slug) select user_id, 'bench-author' from user_roles where role = 'admin' limit 1
     on conflict do nothing`,
  );
  await run(
    `insert into course_authors (course_id, user_id, position) select c.id, a.user_id, 9 from authors a, courses c
     where a.slug = 'bench-author' and c.slug = 'learners-bench' on conflict do nothing`,
  );
  await run(
    `insert into custom_pages (slug, title, markdown, content, state, published_at)
     select 'bench-page', 'Bench', 'Text', '<p>Text</p>', 'published', now()
     where not exists (select from custom_pages where slug = 'bench-page')`,
  );
  const lab = `(${FREE_LAB})`;
  await run(
    `insert into enrolments (user_id, course_id) select ${caller}, course_id from section_registry where id = ${lab}
     on conflict do nothing`,
    token,
  );
  await run(
    `insert into section_progress (user_id, section_id, course_id, reached, position, position_at, done_at)
     select ${caller}, id, course_id, 1, 1, now(), now() from section_registry where id = ${lab} on conflict do nothing`,
    token,
  );
  await run(
    `insert into lab_runs (user_id, section_id, spec_version, files, state, queued_at, finished_at, verdict, points)
     select ${caller}, ${lab}, 1, '{}', 'failed', now(), now(), null, null
     where not exists (select from lab_runs where user_id = ${caller})`,
    token,
  );
  await run(
    `insert into teams (name, owner_id) select 'Bench', user_id from user_roles where role = 'admin' limit 1 on conflict do nothing`,
  );
  await run(
    `insert into team_invitations (team_id, email, created_at, sent_at, expires_at)
     select t.id, u.email, now(), now(), now() + interval '7 days' from teams t, users u where u.id = ${caller} on conflict do nothing`,
    token,
  );
  const admin = "(select user_id from user_roles where role = 'admin' limit 1)";
  await run(
    `insert into plan_prices (plan_id, tier, provider, livemode, provider_price, interval, currency, unit_amount)
     select id, tier, 'stripe', false, 'price_bench', 'month', 'eur', 999 from subscription_plans where tier = 'basic'
     on conflict do nothing`,
  );
  await run(
    `insert into billing_accounts (user_id) select id from users where id = ${caller}
     and not exists (select from billing_accounts where user_id = ${caller})`,
    token,
  );
  await run(`insert into consent_texts (hash, text) values ('${CONSENT}', 'Terms') on conflict do nothing`);
  await run(
    `insert into billing_consents (account_id, kind, text_hash, locale)
     select id, 'terms', '${CONSENT}', 'en' from billing_accounts where user_id = ${caller}
     and not exists (select from billing_consents where text_hash = '${CONSENT}')`,
    token,
  );
  await run(
    `insert into exports (user_id, request, state, total, written, blocks, bytes, created_at, finished_at, expires_at)
     select ${admin}, '{"kind": "users"}', 'ready', 1, 1, $1::jsonb, $2, now(), now(), now() + interval '7 days'
     where not exists (select from exports)`,
    JSON.stringify([{ key: `${BLOCK}.block`, bytes: WRITTEN.length }]),
    WRITTEN.length,
  );
  writeFileSync(join(dataDir, 'uploads', `${BLOCK}.block`), WRITTEN);
  await run(
    `insert into media_uploads (owner_id, name, bytes) select ${admin}, 'video.mp4', 1000
     where not exists (select from media_uploads)`,
  );
}
