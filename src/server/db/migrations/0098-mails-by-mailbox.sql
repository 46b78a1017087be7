-- A mail that is never sent keeps no link: from now on the relay takes it out when it gives up.
update mail_outbox set props = '{}' where failed_at is not null;

-- Mails to victim+1@, victim+2@ … end in one mailbox and are counted together: src/domain/accounts/mailbox-of.ts.
create index mail_outbox_mailbox_idx on mail_outbox (regexp_replace(lower(recipient), '\+[^@]*@', '@'), created_at desc);
