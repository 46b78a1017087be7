-- Of a session token only its SHA-256 is kept: who holds the table holds no session. Cookies keep the token itself, so
-- nobody is signed out.
update sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
alter table sessions add constraint sessions_token_is_a_hash check (token ~ '^[0-9a-f]{64}$');
