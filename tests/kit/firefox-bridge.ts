#!/usr/bin/env node
/**
 * Stands between Playwright and the Firefox at FIREFOX_PATH, started as if it were that Firefox. Playwright sends
 * emulation commands that the long-term release does not know yet; they are answered as done. Text that Playwright puts
 * into a field by its `value` is typed instead: React takes an assigned value for its own. A property that ends the
 * process of the page is not read. All else passes through.
 */
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;

/** Playwright's own way to insert text, as it sends it to the page, and the one that a page cannot tell from typing. */
const ASSIGNS = '(text) => bidiInsertText(window, text)';
const TYPES = `(text) => {
  const active = window.document.activeElement;
  if (active && active.matches('iframe, frame')) return active;
  window.document.execCommand('insertText', false, text);
}`.replaceAll(/\n\s*/g, ' ');

/** Read by the page and then by a sandbox, the property is a null pointer to Firefox; the attribute says the same. */
const CRASHES = 'element.ariaLabelledByElements || ';

interface Message {
  id?: number;
  method?: string;
  error?: string;
}

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal));
firefox.on('exit', (code) => process.exit(code ?? 1));
createInterface({ input: firefox.stderr }).on('line', (line) => {
  const target = LISTENING.exec(line)?.[1];
  if (target) bridgeTo(target);
  else process.stderr.write(`${line}\n`);
});

function bridgeTo(target: string): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (client, { url }) => connect(client, new WebSocket(`${target}${url}`)));
  server.on('listening', () => {
    const { port } = server.address() as AddressInfo;
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`);
  });
}

function connect(playwright: WebSocket, browser: WebSocket): void {
  const emulations = new Set<number>();
  const early: string[] = [];
  playwright.on('message', (data) => {
    const text = String(data).replace(ASSIGNS, TYPES).replaceAll(CRASHES, '');
    const { id, method } = JSON.parse(text) as Message;
    if (id !== undefined && method?.startsWith('emulation.')) emulations.add(id);
    if (browser.readyState === WebSocket.OPEN) browser.send(text);
    else early.push(text);
  });
  browser.on('open', () => {
    for (const text of early) browser.send(text);
  });
  browser.on('message', (data) => {
    const text = String(data);
    const { id, error } = JSON.parse(text) as Message;
    const unknown = id !== undefined && emulations.delete(id) && error === 'unknown command';
    playwright.send(unknown ? JSON.stringify({ type: 'success', id, result: {} }) : text);
  });
  playwright.on('close', () => browser.close());
  browser.on('close', () => playwright.close());
}
