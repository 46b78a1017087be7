-- Every process asks often whether a scheduled post has reached its time.
create index courses_due_posts_idx on courses (published_at) where kind = 'post';
