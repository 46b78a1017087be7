-- Accounts that wait for their confirmation are looked for from the oldest on.
create index users_unconfirmed_idx on users (created_at, id) where not email_verified;
