import { createServer } from "node:http";
import { createHash } from "node:crypto";

let version = 1;
const script = "console.log('hello');\n";
const page = () =>
  `<!doctype html><meta charset="utf-8"><title>Shop</title>
<h1>Version ${version}</h1><script src="/app.3f9a1c.js"></script>\n`;

export function etagOf(text) {
  return '"' + createHash("sha256").update(text).digest("base64url").slice(0, 16) + '"';
}

createServer((req, res) => {
  console.log(req.method, req.url, req.headers["if-none-match"] ?? "-");
  if (req.url === "/") {
    res.setHeader("Content-Type", "text/html; charset=utf-8");
    res.end(page());
  } else if (req.url === "/app.3f9a1c.js") {
    res.setHeader("Content-Type", "text/javascript; charset=utf-8");
    res.end(script);
  } else if (req.url === "/me") {
    res.setHeader("Content-Type", "application/json");
    res.end(JSON.stringify({ name: "Ana" }));
  } else if (req.url === "/release" && req.method === "POST") {
    version += 1;
    res.statusCode = 204;
    res.end();
  } else {
    res.statusCode = 404;
    res.end();
  }
}).listen(3000, "127.0.0.1");
