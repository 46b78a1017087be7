-- Deleted question banks, and questions deleted from a bank, wait here whole for 30 days. Nothing but the trash reads them, so no
-- statement about banks has to leave them out.
create table bank_trash (
  -- The id it had and gets back.
  id uuid primary key,
  kind text not null check (kind in ('bank', 'question')),
  -- Of a bank its own id. No reference: the bank of a deleted question may be in the trash itself.
  bank_id uuid not null,
  title text not null,
  -- The rows of the bank, its imports, its questions and their versions.
  stored jsonb not null,
  deleted_at timestamptz not null,
  deleted_by uuid references users (id) on delete set null
);
create index bank_trash_deleted_at_idx on bank_trash (deleted_at);
create index bank_trash_deleted_by_idx on bank_trash (deleted_by);
