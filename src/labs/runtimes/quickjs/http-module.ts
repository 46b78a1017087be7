/** `node:http` as far as a lab needs it: a server that answers one request after the other, without a network. */
export const HTTP_MODULE = `const servers = [];
const REASONS = { 200: 'OK', 201: 'Created', 204: 'No Content', 301: 'Moved Permanently', 302: 'Found', 304: 'Not Modified', 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed', 409: 'Conflict', 412: 'Precondition Failed', 415: 'Unsupported Media Type', 422: 'Unprocessable Content', 429: 'Too Many Requests', 500: 'Internal Server Error', 503: 'Service Unavailable' };
class Response {
  constructor() { this.statusCode = 200; this.headersSent = false; this.writableEnded = false; this.fields = new Map(); this.text = ''; this.done = new Promise((resolve) => { this.finish = resolve; }); }
  setHeader(name, value) { this.fields.set(String(name).toLowerCase(), value); return this; }
  getHeader(name) { return this.fields.get(String(name).toLowerCase()); }
  hasHeader(name) { return this.fields.has(String(name).toLowerCase()); }
  removeHeader(name) { this.fields.delete(String(name).toLowerCase()); }
  writeHead(status, ...rest) { this.statusCode = status; for (const [name, value] of Object.entries(rest.at(-1) ?? {})) this.setHeader(name, value); this.headersSent = true; return this; }
  write(text) { this.headersSent = true; this.text += String(text); return true; }
  end(text) { if (this.writableEnded) return this; if (text !== undefined && typeof text !== 'function') this.text += String(text); this.headersSent = true; this.writableEnded = true; this.finish(); return this; }
  on() { return this; }
}
export const createServer = (...args) => {
  let handler = args.at(-1);
  const server = {
    listening: false,
    listen(...rest) { servers.push((q, s) => handler(q, s)); server.listening = true; const ready = rest.at(-1); if (typeof ready === 'function') ready(); return server; },
    on(event, f) { if (event === 'request') handler = f; return server; },
    once() { return server; },
    address() { return { port: 3000, address: '127.0.0.1', family: 'IPv4' }; },
    close(f) { servers.length = 0; server.listening = false; if (typeof f === 'function') f(); return server; },
  };
  return server;
};
export const STATUS_CODES = REASONS;
export const __answer = async ({ method, path, headers = {}, body = '' }) => {
  if (servers.length === 0) throw new Error('No server listens: createServer(…).listen(…) was not called');
  const fields = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const request = { method, url: path, headers: { host: '127.0.0.1:3000', ...fields }, httpVersion: '1.1',
    on(event, f) { if (event === 'data' && body !== '') queueMicrotask(() => f(body)); if (event === 'end') setTimeout(f, 0); return request; },
    setEncoding() { return request; },
    async *[Symbol.asyncIterator]() { if (body !== '') yield body; } };
  const response = new Response();
  await servers.at(-1)(request, response);
  await response.done;
  const bare = method === 'HEAD' || response.statusCode === 304 || response.statusCode === 204;
  return JSON.stringify({ status: response.statusCode, headers: Object.fromEntries([...response.fields].map(([name, value]) => [name, String(value)])), body: bare ? '' : response.text });
};
export default { createServer, STATUS_CODES };
`;
