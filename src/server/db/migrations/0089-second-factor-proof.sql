-- When a session last showed the second factor; null until it does (ASVS 7.5.1).
alter table sessions add column factor_proved_at timestamptz;
