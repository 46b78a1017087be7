-- All that a certificate is searched by in one text, which follows the name and the address of who holds it: reading along the list
-- needs no other table, and one index finds what few have.
alter table certificates add column search_text text not null default '';

create function certificate_search_text(holder uuid, variadic words text[]) returns text language sql stable as $$
  select lower(array_to_string(words, E'\n') || coalesce((select E'\n' || name || E'\n' || email from users where id = holder), ''))
$$;

create function keep_certificate_search() returns trigger language plpgsql as $$
begin
  -- Who changes the name meanwhile waits, and then finds this certificate.
  if tg_op = 'INSERT' then
    perform from users where id = new.user_id for share;
  end if;
  new.search_text := certificate_search_text(new.user_id, new.holder_name, new.title, new.course_title);
  return new;
end $$;
-- After certificates_holder_gone, by its name.
create trigger certificates_searched before insert or update of user_id, holder_name, title, course_title on certificates
  for each row execute function keep_certificate_search();

create function keep_certificates_of_user() returns trigger language plpgsql as $$
begin
  update certificates set search_text = certificate_search_text(user_id, holder_name, title, course_title) where user_id = new.id;
  return null;
end $$;
create trigger users_certificates_searched after update of name, email on users
  for each row when (old.name is distinct from new.name or old.email is distinct from new.email)
  execute function keep_certificates_of_user();

-- Nobody is shown anything else by this.
alter table certificates disable trigger certificates_changed;
update certificates set search_text = certificate_search_text(user_id, holder_name, title, course_title);
alter table certificates enable trigger certificates_changed;

create index certificates_search_idx on certificates using gin (search_text gin_trgm_ops);
drop index certificates_words_idx;
analyze certificates;
