-- Keys with which programs act for a person. What is shown once is 256 random bits; here is their hash.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null constraint api_keys_name_not_blank check (name ~ '\S'),
  -- The first letters of the key, by which its owner knows it again.
  start text not null,
  secret_hash text not null constraint api_keys_secret_hash_key unique,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip text
);
create index api_keys_user_id_idx on api_keys (user_id);
create index api_keys_expires_at_idx on api_keys (expires_at);

-- Through which key somebody acted; it stays when the key is gone.
alter table audit_log add column api_key_id uuid;
