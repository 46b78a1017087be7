-- Registrations of an address that nobody confirmed are looked for by their account.
create index verifications_registration_idx on verifications ((value::jsonb ->> 'userId'))
  where identifier like 'verify-email:%';
