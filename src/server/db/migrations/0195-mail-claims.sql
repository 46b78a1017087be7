-- Which claim holds an email: where the reply to a claim was lost, the process that made it can give its emails back.
alter table mail_outbox add column claim uuid;
