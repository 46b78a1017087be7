-- The keys that credentials are signed with. Old ones stay published, so that what they signed can be checked.
create table signing_keys (
  kid text primary key,
  public_key jsonb not null,
  -- Sealed with the key in the data folder; gone once it is retired.
  sealed_key text,
  created_at timestamptz not null,
  retired_at timestamptz,
  -- Set for one that others may have got hold of: nothing that it signed is to be believed.
  distrusted_at timestamptz,
  constraint signing_keys_retired check ((retired_at is null) = (sealed_key is not null))
);
-- One signs, whatever is started or rotated at one moment.
create unique index signing_keys_present_key on signing_keys ((retired_at is null)) where retired_at is null;
