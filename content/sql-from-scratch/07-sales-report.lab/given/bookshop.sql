DROP TABLE IF EXISTS order_items, orders, customers, books, authors;

CREATE TABLE authors (
  id      integer PRIMARY KEY,
  name    text NOT NULL,
  country text
);
CREATE TABLE books (
  id             integer PRIMARY KEY,
  title          text NOT NULL,
  author_id      integer REFERENCES authors (id),
  genre          text NOT NULL,
  price          numeric(8,2) NOT NULL,
  published_year integer NOT NULL
);
CREATE TABLE customers (
  id    integer PRIMARY KEY,
  name  text NOT NULL,
  email text,
  city  text
);
CREATE TABLE orders (
  id          integer PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customers (id),
  ordered_on  date NOT NULL,
  status      text NOT NULL
);
CREATE TABLE order_items (
  order_id   integer REFERENCES orders (id),
  book_id    integer REFERENCES books (id),
  quantity   integer NOT NULL,
  unit_price numeric(8,2) NOT NULL,
  PRIMARY KEY (order_id, book_id)
);

INSERT INTO authors VALUES
  (1, 'Mira Okafor', 'Nigeria'), (2, 'Jonas Lindqvist', 'Sweden'),
  (3, 'Aiko Tanabe', 'Japan'),   (4, 'Pedro Salgado', NULL);
INSERT INTO books VALUES
  (1, 'The Salt Road',   1,    'travel',  18.00, 2016),
  (2, 'Night Ferry',     2,    'crime',   12.50, 2019),
  (3, 'Paper Lanterns',  3,    'fiction', 15.00, 2021),
  (4, 'Winter Accounts', 2,    'crime',   14.00, 2022),
  (5, 'A Map of Rain',   1,    'fiction', 16.50, 2020),
  (6, 'Tidewater',       NULL, 'travel',   9.00, 1998),
  (7, 'Small Engines',   4,    'science', 22.00, 2023);
INSERT INTO customers VALUES
  (1, 'Ana Ferreira',  'ana@example.com',    'Lisbon'),
  (2, 'Ben Carter',    'ben@example.com',    'Leeds'),
  (3, 'Chloe Dubois',  NULL,                 'Lyon'),
  (4, 'Dmitri Volkov', 'dmitri@example.com', NULL),
  (5, 'Esra Yilmaz',   'esra@example.com',   'Leeds');
INSERT INTO orders VALUES
  (101, 1, '2024-03-02', 'shipped'),   (102, 2, '2024-03-05', 'shipped'),
  (103, 1, '2024-03-18', 'shipped'),   (104, 3, '2024-04-01', 'canceled'),
  (105, 4, '2024-04-09', 'pending'),   (106, 1, '2024-04-20', 'pending');
INSERT INTO order_items VALUES
  (101, 1, 1, 18.00), (101, 2, 2, 12.50), (102, 3, 1, 15.00),
  (103, 4, 1, 14.00), (103, 5, 1, 15.00), (104, 2, 1, 12.50),
  (105, 5, 3, 16.50), (106, 3, 1, 15.00), (106, 1, 1, 18.00);
