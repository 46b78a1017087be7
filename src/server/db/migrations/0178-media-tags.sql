-- Words by which authors find files again, and the point of a picture that stays visible where it is cropped.
alter table media
  add column tags text[] not null default '{}',
  -- In percent of the width and the height; null: the middle.
  add column focus_x smallint check (focus_x between 0 and 100),
  add column focus_y smallint check (focus_y between 0 and 100);

-- The address of a cover as lists and pages show it: with the point that stays visible, where one was chosen (decision 155).
create function cover_shown(thumbnail text) returns text stable parallel safe language sql as $$
  select thumbnail || coalesce((select '#' || m.focus_x || ',' || m.focus_y from media m
    where m.focus_x is not null and m.kind = 'cover' and m.id = substring(thumbnail from '^/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.')::uuid), '')
$$;
