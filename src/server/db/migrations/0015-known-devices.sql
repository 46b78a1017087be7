-- Where each person signed in from: the kind of browser and the network. A new one is told to the owner by mail.
create table known_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  device text not null,
  network text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  constraint known_devices_once unique (user_id, device, network)
);
create index known_devices_last_seen_at_idx on known_devices (last_seen_at);
