CREATE TABLE gift_cards (
  code        text         PRIMARY KEY,
  bought_by   integer      NOT NULL REFERENCES customers (id),
  amount      numeric(8,2) NOT NULL CHECK (amount BETWEEN 10 AND 500),
  sold_on     date         NOT NULL DEFAULT current_date,
  redeemed_on date         CHECK (redeemed_on >= sold_on)
);

ALTER TABLE books ADD CONSTRAINT price_not_negative CHECK (price >= 0);
