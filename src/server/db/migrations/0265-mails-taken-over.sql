-- How often the process that had an email in hand was gone, since the mail server last answered: that is no attempt to deliver
-- it.
alter table mail_outbox add column taken_over integer not null default 0;
