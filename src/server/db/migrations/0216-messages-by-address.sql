-- What somebody wrote is found by the address, for the copy of an account and for its end; what messages say, by any part of it.
create index contact_messages_email_idx on contact_messages (lower(email));
create index contact_messages_words_idx on contact_messages using gin
  (name gin_trgm_ops, email gin_trgm_ops, message gin_trgm_ops);
