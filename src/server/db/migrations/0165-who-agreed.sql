-- Who agreed, where another account is charged: the owner of a team. Null: the account itself did.
alter table billing_consents add column agreed_by uuid references billing_accounts (id);
create index billing_consents_agreed_by_idx on billing_consents (agreed_by) where agreed_by is not null;
