const RATES = { standard: 0.2, reduced: 0.05 };

export function lineTotal(line) {
  const net = line.price * (line.quantity || 1);
  return net + net * RATES[line.rate];
}

export function formatDue(due) {
  if (typeof due === "object") return due.toISOString().slice(0, 10);
  return due;
}

export function dearest(lines) {
  const sorted = lines.sort((a, b) => lineTotal(b) - lineTotal(a));
  return sorted[0].description;
}
