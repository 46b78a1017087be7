-- Each minute it is looked whether a second subscription lives that was paid back: few commands are about that, of all that were
-- ever given.
create index billing_commands_given_back_idx on billing_commands (account_id) where kind = 'refund-second';
