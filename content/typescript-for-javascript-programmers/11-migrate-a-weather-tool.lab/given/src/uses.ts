// How other modules use yours. Nobody runs this file: the compiler reads it.
// Each @ts-expect-error requires an error on the next line, and is itself reported if there is none.
import { main, parseReadings } from "./main.js";
import { isUnit, type Reading, UNITS, type Unit } from "./model.js";
import { report } from "./report.js";
import { toFahrenheit } from "./units.js";

const bergen: Reading = { station: "Bergen", celsius: 7, note: "rain" };
const quito: Reading = { station: "Quito", celsius: 0 };
const units: readonly Unit[] = UNITS;
const text: string = report([bergen, quito], "F");
const degrees: number = toFahrenheit(7);
const parsed: Reading[] = parseReadings(JSON.parse("[]"));
const done: { output: string; exit: number } = main(["good.json", "F"], (name: string) => name);

export function unitOf(word: string): Unit | null {
  return isUnit(word) ? word : null;
}

// @ts-expect-error Kelvin is no unit
report([bergen], "K");
// @ts-expect-error a temperature is a number
const warm: Reading = { station: "Bergen", celsius: "7" };
// @ts-expect-error a reading has a temperature
const nowhere: Reading = { station: "Quito" };

export const uses = [units, text, degrees, parsed, done, warm, nowhere];
