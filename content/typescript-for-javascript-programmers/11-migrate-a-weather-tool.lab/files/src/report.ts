import { toFahrenheit } from "./units.js";

export function report(readings, unit) {
  return readings
    .map((r) => {
      const t = unit === "F" ? toFahrenheit(r.celsius) : r.celsius;
      return r.station + ": " + t + unit + (r.note ? " (" + r.note.trim() + ")" : "");
    })
    .join("\n");
}
