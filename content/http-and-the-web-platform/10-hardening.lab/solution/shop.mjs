import { createServer } from "node:http";
import { URL } from "node:url";

const ORIGIN = "http://localhost:3000";
const POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** & comes first: it is in what the others become. */
function escapeHtml(text) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

let balance = 100;
createServer((req, res) => {
  const url = new URL(req.url, ORIGIN);
  // Before any cookie is looked at: is it the one good origin? No origin is not a good one.
  if (req.method === "POST" && req.headers.origin !== ORIGIN) {
    res.statusCode = 403;
    return res.end("Forbidden\n");
  }
  if (url.pathname === "/transfer" && req.method === "POST") {
    const user = (req.headers.cookie ?? "").includes("sid=ana");
    if (user) balance -= 10;
    res.statusCode = user ? 200 : 401;
    return res.end(user ? "Transferred\n" : "Please log in\n");
  }
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.setHeader("Content-Security-Policy", POLICY);
  if (url.pathname === "/login") {
    // A real site adds Secure, and names the cookie __Host-sid.
    res.setHeader("Set-Cookie", "sid=ana; Path=/; HttpOnly; SameSite=Lax");
    return res.end("Logged in");
  }
  const q = escapeHtml(url.searchParams.get("q") ?? "");
  res.end(`<!doctype html><title>Shop</title>
<h1>Balance ${balance}</h1><p>You searched for: ${q}</p>
<form method="post" action="/transfer"><button>Transfer 10</button></form>`);
}).listen(3000, "127.0.0.1");
