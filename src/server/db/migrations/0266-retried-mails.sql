-- Whether an administrator had an email tried again: then its address is tried though it bounced, once for each such email.
alter table mail_outbox add column retried boolean not null default false;
