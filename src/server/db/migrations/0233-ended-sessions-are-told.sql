-- Whether a session that ends was over already is said by the clock of whoever used it, not by that of the database: a process
-- whose clock is behind went on taking a person for signed in. Telling of a session that was over costs nothing.
drop trigger sessions_viewer_ended on sessions;
create trigger sessions_viewer_ended after delete on sessions for each row execute function tell_viewer_changed();
