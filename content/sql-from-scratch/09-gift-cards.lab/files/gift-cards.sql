CREATE TABLE gift_cards (
  code        text,
  bought_by   text,
  amount      text,
  sold_on     text,
  redeemed_on text
);
