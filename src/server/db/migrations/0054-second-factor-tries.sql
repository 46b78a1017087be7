-- Wrong codes are counted from the first one on: while nothing was written, "one more" stayed nothing.
update two_factor set failed_verification_count = 0 where failed_verification_count is null;
alter table two_factor alter column failed_verification_count set default 0;
alter table two_factor alter column failed_verification_count set not null;
