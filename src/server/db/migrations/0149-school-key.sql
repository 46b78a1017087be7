-- The key that cookies are signed with and second factors are sealed with, as all processes of a school must have it.
create table school_keys (
  is_only boolean primary key default true check (is_only),
  -- Tells another key from this one; nobody computes a key of 256 random bits from it.
  fingerprint text not null,
  -- The key itself, sealed with AUTH_SECRET; null: it is a file in the data folder only.
  sealed text,
  created_at timestamptz not null default now()
);
