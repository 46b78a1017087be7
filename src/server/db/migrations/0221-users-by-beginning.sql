-- What begins a name or an address is found in the order of the list, and what is in the middle of them apart from it: where all
-- accounts begin alike, an index of any part finds all of them.
create index profiles_name_begins_idx on profiles (left(lower(username), 2), created_at desc, id desc);
create index profiles_email_begins_idx on profiles (left(email, 2), created_at desc, id desc);
create index profiles_inside_idx on profiles using gin ((substr(lower(username), 2) || E'\n' || substr(email, 2)) gin_trgm_ops);
analyze profiles;
