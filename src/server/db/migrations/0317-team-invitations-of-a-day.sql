-- How many invitations a team sent within a day is counted from the newest on.
create index team_invitations_sent_idx on team_invitations (team_id, sent_at);
