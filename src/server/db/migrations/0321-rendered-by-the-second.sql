-- What a new school is going to hold is made by the present renderer, which is the second; what others hold is rendered again.
update rendered_texts set version = 2 where not exists (select from users);
