-- The terms of service of an order are kept once beside the lines of all orders with them. The hash is that of both together,
-- with an empty line between them; null: the text is whole. The release before reads the lines alone.
alter table consent_texts add column page_hash text references consent_texts (hash);
