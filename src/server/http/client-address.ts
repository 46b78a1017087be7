import { BlockList, isIP, isIPv6 } from 'node:net';

/** Makes the check whether an address belongs to one of the proxies we trust ("10.0.0.0/8", "::1"). */
export function trustedProxies(list: readonly string[]): (address: string) => boolean {
  const block = new BlockList();
  for (const entry of list) {
    const [address = '', prefix] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) block.addAddress(address, family);
    else block.addSubnet(address, Number(prefix), family);
  }
  const decide = (address: string) => {
    const family = isIP(address);
    return family !== 0 && block.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
  // The other end of a connection is asked about twice by every request, and is nearly always the same.
  let [last, isLastTrusted] = ['', false];
  return (address) => {
    if (address !== last) [last, isLastTrusted] = [address, decide(address)];
    return isLastTrusted;
  };
}

/**
 * Who sent the request: the address of the socket, or, when that is a trusted proxy, the last address in
 * X-Forwarded-For that is not one. What stands before it was written by the client and proves nothing.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = plain(socketAddress);
  if (forwardedFor === undefined) return address;
  const chain = forwardedFor.split(',').map((part) => plain(part.trim()));
  // Whether the first of the chain is a proxy, too, changes nothing.
  while (chain.length > 0 && isTrusted(address)) {
    const previous = chain.pop();
    if (previous === undefined || isIP(previous) === 0) break;
    address = previous;
  }
  return address;
}

/** What limits count by: an IPv4 address, or the /64 network of an IPv6 one, which one machine holds as a whole. */
export function limitKey(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = address.includes('::')
    ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** IPv4 inside IPv6 (::ffff:127.0.0.1) is IPv4; a zone (fe80::1%eth0) says nothing about the sender. */
export function plain(address: string): string {
  if (!address.includes(':') && !address.includes('%')) return address;
  const bare = address.replace(/%.*$/, '').toLowerCase();
  return bare.startsWith('::ffff:') && isIP(bare.slice(7)) === 4 ? bare.slice(7) : bare;
}
