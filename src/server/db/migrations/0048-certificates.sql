-- Whether a course gives a certificate, and for how many months it holds; no number: for ever.
alter table courses
  add column certificate boolean not null default true,
  add column certificate_months integer constraint courses_certificate_months_check check (certificate_months between 1 and 120);

-- What was certified, as it was when it was certified: later edits of course or account change nothing of it.
create table certificates (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users (id) on delete set null,
  kind text not null check (kind in ('course', 'exam')),
  course_id uuid references courses (id) on delete set null,
  section_id uuid references course_content (id) on delete set null,
  -- Null once the account is gone.
  holder_name text,
  title text not null,
  course_title text not null,
  proof jsonb not null,
  achieved_at timestamptz not null,
  issued_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_reason text,
  revoked_by uuid references users (id) on delete set null,
  -- The one that took its place: renewed by its holder, or written anew under another name.
  replaced_by uuid references certificates (id) on delete set null,
  replaced_for text check (replaced_for in ('renewal', 'name')),
  -- Whether its holder lets search engines find it.
  is_listed boolean not null default false,
  -- Its place in the published lists of what is revoked.
  status_index integer not null generated always as identity unique,
  constraint certificates_revoked check ((revoked_at is null) = (revoked_reason is null)),
  constraint certificates_replaced check (replaced_by is null or replaced_for is not null)
);
-- One that counts for each course and exam; a revoked one stays in its place, so that nobody simply takes another.
create unique index certificates_course_key on certificates (user_id, course_id) where kind = 'course' and replaced_for is null;
create unique index certificates_exam_key on certificates (user_id, section_id) where kind = 'exam' and replaced_for is null;
create index certificates_user_idx on certificates (user_id, issued_at desc);
create index certificates_issued_idx on certificates (issued_at desc, id desc);
create index certificates_course_idx on certificates (course_id);
create index certificates_section_idx on certificates (section_id);
create index certificates_replaced_idx on certificates (replaced_by) where replaced_by is not null;
create index certificates_revoked_idx on certificates (status_index) where revoked_at is not null or replaced_for = 'name';
create index certificates_revoked_by_idx on certificates (revoked_by) where revoked_by is not null;

-- Whoever deletes an account, and however: no certificate keeps the name.
create function forget_certificate_holder() returns trigger language plpgsql as $$
begin
  new.holder_name := null;
  new.is_listed := false;
  return new;
end $$;
create trigger certificates_holder_gone before update of user_id on certificates
  for each row when (new.user_id is null) execute function forget_certificate_holder();
