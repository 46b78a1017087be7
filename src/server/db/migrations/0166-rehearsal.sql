-- Whether payments were rehearsed with a test key; noted at each start. Without that, nothing is sold for real money.
alter table billing_mode add column is_rehearsed boolean not null default false;
