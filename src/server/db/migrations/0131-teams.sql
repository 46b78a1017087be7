-- Teams: one member pays for seats, others use them. Who has a seat follows from the order of the seats and from what the
-- team's account has paid for; nothing of that is stored but how far it was written down.
create table teams (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- Null: the owner's account was deleted, and the team ends with what is paid.
  owner_id uuid references users (id) on delete set null,
  -- Rises with everything that may change who has a seat, or which plan it brings.
  change_no bigint not null default 1,
  created_at timestamptz not null default now()
);
create unique index teams_owner_idx on teams (owner_id);

alter table billing_accounts add column team_id uuid unique references teams (id) on delete set null;
alter table billing_accounts
  add constraint billing_accounts_one_holder check (num_nonnulls(user_id, team_id) <= 1);

-- Whose card a team's customer holds. Null with a team: that account was deleted, and the customer has to be as well.
alter table billing_customers add column payer_id uuid references users (id) on delete set null;
-- The team belongs to somebody else since: nothing more is charged to this customer.
alter table billing_customers add column retired_at timestamptz;
drop index billing_customers_account_idx;
create unique index billing_customers_account_idx on billing_customers (account_id, provider, livemode)
  where retired_at is null;
create index billing_customers_payer_idx on billing_customers (payer_id) where payer_id is not null;

create table team_seats (
  id uuid primary key default gen_random_uuid(),
  -- The order in which seats are assigned; the newest fall first.
  no bigint generated always as identity unique,
  team_id uuid not null references teams (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  assigned_at timestamptz not null,
  released_at timestamptz,
  -- The change of the team up to which its person's plan is written down.
  written_no bigint not null default 0
);
create unique index team_seats_person_idx on team_seats (team_id, user_id) where released_at is null;
create index team_seats_order_idx on team_seats (team_id, no) where released_at is null;
create index team_seats_user_idx on team_seats (user_id);

create table team_invitations (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams (id) on delete cascade,
  email text not null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users (id) on delete cascade,
  withdrawn_at timestamptz,
  declined_at timestamptz,
  constraint team_invitations_email_lower_case check (email = lower(email)),
  constraint team_invitations_one_end check (num_nonnulls(accepted_at, withdrawn_at, declined_at) <= 1)
);
create unique index team_invitations_open_key on team_invitations (team_id, email)
  where accepted_at is null and withdrawn_at is null and declined_at is null;
create index team_invitations_email_idx on team_invitations (email);
create index team_invitations_accepted_by_idx on team_invitations (accepted_by);

-- Whoever is behind a seat that is freed, by its owner or with its person's account, moves up.
create function note_freed_seat() returns trigger language plpgsql as $$
begin
  update teams set change_no = change_no + 1 where id = old.team_id;
  return null;
end $$;
create trigger team_seats_freed after delete or update of released_at on team_seats
  for each row execute function note_freed_seat();
