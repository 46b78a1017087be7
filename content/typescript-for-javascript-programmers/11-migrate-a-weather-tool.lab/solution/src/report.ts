import type { Reading, Unit } from "./model.js";
import { toFahrenheit } from "./units.js";

export function report(readings: readonly Reading[], unit: Unit): string {
  return readings
    .map((r) => {
      const t = unit === "F" ? toFahrenheit(r.celsius) : r.celsius;
      return r.station + ": " + t + unit + (r.note ? " (" + r.note.trim() + ")" : "");
    })
    .join("\n");
}
