-- Owners of teams are mailed about what they pay for, as members are: every account is looked at once.
update billing_accounts set mail_at = now() where team_id is not null;
