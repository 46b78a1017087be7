import { type Book, books } from './books';

function find<T extends Element>(selector: string, kind: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} ${selector}`);
  return found;
}

const form = find('#filters', HTMLFormElement);
const search = find('#search', HTMLInputElement);
const genre = find('#genre', HTMLSelectElement);
const list = find('#books', HTMLUListElement);
const count = find('#count', HTMLParagraphElement);

function isShown({ title, author, genre: own }: Book): boolean {
  const text = search.value.trim().toLowerCase();
  const isFound = title.toLowerCase().includes(text) || author.toLowerCase().includes(text);
  return isFound && (genre.value === '' || genre.value === own);
}

function itemOf({ title, author }: Book): HTMLLIElement {
  const item = document.createElement('li');
  item.textContent = `${title} by ${author}`;
  return item;
}

function draw(): void {
  const shown = books.filter(isShown);
  list.replaceChildren(...shown.map(itemOf));
  const number = shown.length === 0 ? 'No' : String(shown.length);
  count.textContent = `${number} ${shown.length === 1 ? 'book' : 'books'}`;
}

form.addEventListener('input', draw);
form.addEventListener('reset', () => setTimeout(draw));
form.addEventListener('submit', (event) => event.preventDefault());
draw();
