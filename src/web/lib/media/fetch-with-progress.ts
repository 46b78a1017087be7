/** A `fetch` for one request that says how much of it was sent, from 0 to 1; the browser's own can't. */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (url, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? 'GET', String(url));
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
      request.onerror = () => reject(new TypeError('the request was not answered'));
      request.onabort = () => reject(new DOMException('canceled', 'AbortError'));
      init?.signal?.addEventListener('abort', () => request.abort());
      request.send(init?.body as XMLHttpRequestBodyInit);
    });
}
