-- Sign-ins by services outside: provider_id is their issuer, account_id the person there.
alter table accounts
  -- By what the owner recognises it: an address or a name at the service.
  add column label text,
  add column last_used_at timestamptz;
