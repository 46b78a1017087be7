/**
 * The network of an address, which stays the same when a provider deals out another one: the first three parts of an
 * IPv4 address ("192.0.2.0/24"), the /64 network of an IPv6 one; anything else is its own network.
 */
export function addressNetwork(address: string): string {
  const [head = '', tail] = address.split('::');
  if (!address.includes(':'))
    return /^(\d+\.){3}\d+$/.test(address) ? address.replace(/\d+$/, '0/24') : address;
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
