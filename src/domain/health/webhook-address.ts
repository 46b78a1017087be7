/** Names of this machine itself. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host is this machine: a program on it may be sent things without encryption. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname.toLowerCase());
}

/** Whether alerts may be posted there: encrypted, or to a program on this machine; a name and password are not part of it. */
export function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { hash, hostname, password, protocol, username } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
