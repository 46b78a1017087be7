// What this lab needs of node:url: the path and the query of an address.
// On your own machine, Node.js has its own and this file is not used.
function decoded(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

export class URL {
  constructor(address, base) {
    const [path, query = ""] = String(address).split("#")[0].split(/\?(.*)/s);
    const pairs = query.split("&").map((pair) => pair.split(/=(.*)/s).map(decoded));
    this.origin = String(base);
    this.pathname = path;
    this.search = query === "" ? "" : `?${query}`;
    this.searchParams = {
      get: (name) => pairs.find(([key]) => key === name)?.[1] ?? (pairs.some(([key]) => key === name) ? "" : null),
      has: (name) => pairs.some(([key]) => key === name),
    };
  }
}
