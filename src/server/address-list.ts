import ipaddr from 'ipaddr.js';

/** What is wrong with a line of an allow-list; null for an address or a CIDR range, IPv4 or IPv6. */
export function addressFault(line: string): string | null {
  const [address = '', bits, ...rest] = line.split('/');
  if (rest.length > 0 || !ipaddr.isValid(address) || (ipaddr.IPv4.isValid(address) && !isFourParts(address)))
    return `“${line}” isn't an IP address`;
  if (bits === undefined) return null;
  const most = ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128;
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > most)
    return `“${line}” isn't a valid range: use /0 to /${most}`;
  return null;
}

/** The parser also takes "10" and "0x7f.1"; nobody means them. */
function isFourParts(address: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(address);
}

/** Whether an address is in the list. An IPv4 address that arrives in IPv6 clothes is the IPv4 address. */
export function isAddressListed(list: readonly string[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const asked = ipaddr.process(address);
  return list.some((line) => {
    const [base = '', bits] = line.split('/');
    if (!ipaddr.isValid(base)) return false;
    const parsed = ipaddr.parse(base);
    const mapped = parsed.kind() === 'ipv6' && (parsed as ipaddr.IPv6).isIPv4MappedAddress();
    const own = mapped ? ipaddr.process(base) : parsed;
    if (own.kind() !== asked.kind()) return false;
    const full = own.kind() === 'ipv4' ? 32 : 128;
    const length = bits === undefined ? full : Number(bits) - (mapped ? 96 : 0);
    return length >= 0 && asked.match(own, length);
  });
}
