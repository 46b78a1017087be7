import { isUnit, type Reading } from "./model.js";
import { report } from "./report.js";

const USAGE = "Usage: weather FILE [C|F]";

export function parseReadings(value: unknown): Reading[] {
  if (!Array.isArray(value)) throw new Error("readings: expected a list");
  // Array.isArray makes the items any; unknown takes that back.
  const items: unknown[] = value;
  return items.map((item, index) => parseReading(item, `readings[${index}]`));
}

function parseReading(value: unknown, place: string): Reading {
  if (typeof value !== "object" || value === null) throw new Error(`${place}: expected an object`);
  if (!("station" in value) || typeof value.station !== "string")
    throw new Error(`${place}.station: expected a text`);
  if (!("celsius" in value) || typeof value.celsius !== "number")
    throw new Error(`${place}.celsius: expected a number`);
  if (!("note" in value) || value.note === undefined) return { station: value.station, celsius: value.celsius };
  if (typeof value.note !== "string") throw new Error(`${place}.note: expected a text`);
  return { station: value.station, celsius: value.celsius, note: value.note };
}

/** `args` are the words of the command line, and `read` answers the text of a file. */
export function main(args: readonly string[], read: (name: string) => string): { output: string; exit: number } {
  const [file, unit = "C"] = args;
  if (file === undefined) return { output: USAGE, exit: 2 };
  if (!isUnit(unit)) return { output: `${unit}: expected C or F`, exit: 2 };
  try {
    return { output: report(parseReadings(JSON.parse(read(file))), unit), exit: 0 };
  } catch (error) {
    return { output: error instanceof Error ? error.message : String(error), exit: 1 };
  }
}
