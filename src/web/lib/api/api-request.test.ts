import { expect, test } from 'vitest';
import { apiRequest } from './api-request.ts';

test('path fields go into the path, encoded', () => {
  const { url, body } = apiRequest(['GET', '/courses/{slug}/sections/{key}'], { slug: 'a b', key: 'x/y' });
  expect(url).toBe('/api/courses/a%20b/sections/x%2Fy');
  expect(body).toBeNull();
});

test('the rest of a read goes into the query, lists with brackets, what is undefined nowhere', () => {
  const { url } = apiRequest(['GET', '/courses'], {
    q: 'sql & joins',
    page: 2,
    tag: ['a', 'b'],
    level: undefined,
  });
  expect(url).toBe('/api/courses?q=sql+%26+joins&page=2&tag%5B%5D=a&tag%5B%5D=b');
});

test('the rest of a write is its JSON body', () => {
  const { body, headers, method } = apiRequest(['PUT', '/admin/courses/{id}'], {
    id: '1',
    title: 'T',
    tags: [],
  });
  expect(method).toBe('PUT');
  expect(body).toBe('{"title":"T","tags":[]}');
  expect(headers.get('content-type')).toBe('application/json');
});

test('a write without further fields has no body', () => {
  expect(apiRequest(['DELETE', '/account/sessions/{id}'], { id: '1' }).body).toBeNull();
  expect(apiRequest(['POST', '/account/sign-out']).body).toBeNull();
});

test('an input with every field left out is an empty object', () => {
  expect(apiRequest(['POST', '/admin/emails/failed/retry'], { ids: undefined }).body).toBe('{}');
});

test('a file makes the body a form, whose type the browser sets', () => {
  const file = new File(['x'], 'me.png', { type: 'image/png' });
  const { body, headers } = apiRequest(['PUT', '/account/avatar'], { file });
  expect(body instanceof FormData && body.get('file')).toBeInstanceOf(File);
  expect(headers.has('content-type')).toBe(false);
});
