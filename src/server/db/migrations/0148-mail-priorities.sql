-- Codes and links that somebody waits for leave before everything else, mail to many people last: src/emails/mail-priority.ts.
-- The default is for processes of the release before, which know no priorities.
alter table mail_outbox add column priority smallint not null default 1 check (priority between 0 and 3);
update mail_outbox set priority = case when template in ('announcement', 'course-published', 'digest') then 3 else 0 end
where sent_at is null and failed_at is null and template in ('announcement', 'course-published', 'digest',
  'confirm-email', 'already-registered', 'reset-password', 'sign-in-code', 'proof-code', 'address-confirm', 'address-taken');
drop index mail_outbox_due_idx;
create index mail_outbox_due_idx on mail_outbox (priority, next_attempt_at) where sent_at is null and failed_at is null;
