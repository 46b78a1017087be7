export interface Book {
  readonly title: string;
  readonly author: string;
  readonly genre: 'novel' | 'travel' | 'science';
}

export const books: readonly Book[] = [
  { title: 'The Long Tide', author: 'R. Okafor', genre: 'novel' },
  { title: 'Night Ferry', author: 'Mina Tide', genre: 'travel' },
  { title: 'When n < 2', author: 'A. Lindqvist', genre: 'science' },
  { title: 'Saltmarsh', author: 'R. Okafor', genre: 'science' },
  { title: 'A House in Ferrol', author: 'Lía Souto', genre: 'novel' },
];
