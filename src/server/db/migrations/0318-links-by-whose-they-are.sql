-- What opens something is looked for by whose it is: links to confirm an account and for a new password, links of invitations, and
-- logins that are half-way.
drop index verifications_registration_idx;
create index verifications_account_idx on verifications ((value::jsonb ->> 'userId'))
  where identifier like 'verify-email:%' or identifier like 'reset-password:%';
create index verifications_invitation_idx on verifications ((value::jsonb ->> 'invitationId'))
  where identifier like 'invitation:%';
create index verifications_challenged_idx on verifications (value) where identifier like '2fa-%';
