import { books } from './books';

const search = document.querySelector('#search');
const list = document.querySelector('#books');

search.addEventListener('input', () => {
  list.innerHTML = books
    .filter((book) => book.title.includes(search.value))
    .map((book) => `<li>${book.title}</li>`)
    .join('');
});
