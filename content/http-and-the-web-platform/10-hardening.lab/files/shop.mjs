import { createServer } from "node:http";
import { URL } from "node:url";

let balance = 100;
createServer((req, res) => {
  const url = new URL(req.url, "http://localhost:3000");
  if (url.pathname === "/transfer" && req.method === "POST") {
    const user = (req.headers.cookie ?? "").includes("sid=ana");
    if (user) balance -= 10;
    res.statusCode = user ? 200 : 401;
    return res.end(user ? "Transferred\n" : "Please log in\n");
  }
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  if (url.pathname === "/login") {
    res.setHeader("Set-Cookie", "sid=ana; Path=/");
    return res.end("Logged in");
  }
  const q = url.searchParams.get("q") ?? "";
  res.end(`<!doctype html><title>Shop</title>
<h1>Balance ${balance}</h1><p>You searched for: ${q}</p>
<form method="post" action="/transfer"><button>Transfer 10</button></form>`);
}).listen(3000, "127.0.0.1");
