-- One-time codes by mail. What the browser holds and the code are kept as one hash; unknown addresses have rows as well.
create table email_codes (
  id uuid primary key default gen_random_uuid(),
  -- Fingerprints: of what the browser holds, of the address asked for, of the network that asked.
  challenge_hash text not null,
  address_hash text not null,
  network_hash text not null,
  user_id uuid references users (id) on delete cascade,
  -- For a proof of identity: the one session that it counts for.
  session_id uuid references sessions (id) on delete cascade,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint email_codes_challenge_hash_key unique (challenge_hash)
);
create index email_codes_address_hash_idx on email_codes (address_hash, created_at);
create index email_codes_user_id_idx on email_codes (user_id);
create index email_codes_session_id_idx on email_codes (session_id);
create index email_codes_created_at_idx on email_codes (created_at);
