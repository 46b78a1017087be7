-- Which version of the renderer made the HTML that is stored beside texts (decision 0177).
create table rendered_texts (
  -- There is one row.
  id boolean primary key default true check (id),
  version integer not null
);
-- What an empty school is going to hold is made by the present one.
insert into rendered_texts (version) select case when exists (select from course_content) then 0 else 1 end;
