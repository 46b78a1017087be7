import type { DomStep } from '#domain/labs/lab-spec';
import type { TimedQuestion } from '#domain/labs/question';

export const PWNED = '/tmp/lectern-lab-dom';
/** What a page tries; whatever it gets hold of, it writes into the page. */
export const REACHES: Readonly<Record<string, string>> = {
  'leaves by a constructor': `got(document.constructor.constructor('return process')().env, window.constructor.constructor('return process')().pid)`,
  'leaves by a function of the library': `got(document.querySelector.constructor('return this.process ?? globalThis.process')(), addEventListener.constructor('return require')()('fs'))`,
  'leaves by the window': `for (let view = window; view; view = view.parent ?? view.top ?? view.opener) { got(view.process, view.require, view.module); if (view === view.parent) break; }`,
  'leaves by a prototype': `for (let o = document; o; o = Object.getPrototypeOf(o)) for (const key of Reflect.ownKeys(o)) { const d = Object.getOwnPropertyDescriptor(o, key); for (const f of [d.get, d.set, d.value]) if (typeof f === 'function') got(f.constructor('return typeof process === "undefined" ? undefined : process')()); }`,
  'imports what the server has': `for (const name of ['node:fs', 'fs', 'node:process', 'file:///etc/passwd', '/etc/passwd', 'linkedom']) got(await import(name).then((it) => Object.keys(it), () => undefined));`,
  'opens a connection': `got(globalThis.fetch, globalThis.XMLHttpRequest, globalThis.WebSocket, globalThis.EventSource, globalThis.navigator?.sendBeacon); document.body.innerHTML = '<img src="file:///etc/passwd"><iframe src="file:///etc/passwd"></iframe><link rel="stylesheet" href="file:///etc/passwd"><script src="file:///etc/passwd"></script>'; got(document.querySelector('iframe').contentWindow, document.querySelector('iframe').contentDocument);`,
  'loads a file as a script': `const script = document.createElement('script'); script.src = 'file:///etc/passwd'; script.textContent = 'document.body.append(process.env)'; document.body.append(script); got(script.textContent.match(/^root/));`,
  'starts a worker': `got(globalThis.Worker, globalThis.SharedWorker, globalThis.WebAssembly, globalThis.SharedArrayBuffer && undefined);`,
  draws: `const context = document.createElement('canvas').getContext?.('2d'); got(context?.constructor.constructor('return process')());`,
  'makes a server': `got((await import('http')).createServer.constructor('return process')());`,
  'writes a file': `(0, eval)('import("node:fs").then((fs) => fs.writeFileSync("${PWNED}", "x"))').catch(() => undefined);`,
  'spoils what reads the page': `Document.prototype.querySelectorAll = function () { return [this.constructor.constructor('return process')()]; }; Array.prototype.map = () => [process.env];`,
  'parses a document of its own': `const other = new DOMParser().parseFromString('<script>process.exit()</script><p onclick="process.exit()">x', 'text/html'); got(other.defaultView?.process); other.querySelector('p').click();`,
};
export const GOT = `const got = (...all) => { for (const one of all) if (one !== undefined && one !== null) document.body.setAttribute('data-got', String(one)); };\n`;
const HTML = '<p>page</p><button>x</button><script type="module" src="app.js"></script>';
export const load = (script: string): TimedQuestion => ({
  op: 'load',
  files: { 'index.html': HTML, 'app.js': script },
  ms: 1000,
});
export const asking = (steps: readonly DomStep[], ms: number): TimedQuestion => ({
  op: 'dom',
  page: 'index.html',
  steps,
  select: 'body',
  read: 'attribute:data-got',
  ms,
});
