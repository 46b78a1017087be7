-- How often it was looked in vain how a payment command went since it was given last. Its tries stay its version.
alter table billing_commands add column looks integer not null default 0;
update billing_commands set looks = greatest(tries - 1, 0) where done_at is null;
