/** Local times, and where each finds the same in UTC. */
const LOCAL = ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds'] as const;

/**
 * Takes out of the realm what differs between machines: names are sorted by their characters as with `LC_ALL=C`, not by the
 * language of a browser, and times are in UTC.
 */
export function evenRealm(): void {
  set(String.prototype, 'localeCompare', function (this: string, other: string) {
    const [own, that] = [String(this), String(other)];
    return own < that ? -1 : Number(own > that);
  });
  for (const part of LOCAL) set(Date.prototype, `get${part}`, Date.prototype[`getUTC${part}`]);
  set(Date.prototype, 'getTimezoneOffset', () => 0);
}

function set(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
