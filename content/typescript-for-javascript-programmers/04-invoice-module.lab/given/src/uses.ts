// How other modules use yours. Nobody runs this file: the compiler reads it.
// Each @ts-expect-error requires an error on the next line, and is itself reported if there is none.
import { dearest, formatDue, type Line, lineTotal, type TaxRate } from "./invoice.js";

const rates: TaxRate[] = ["standard", "reduced", "zero"];
const desk: Line = { description: "Desk", price: 100, rate: "standard" };
const lines: readonly Line[] = [desk, { ...desk, quantity: 3 }];

const total: number = lineTotal(desk);
const due: string[] = [formatDue(new Date(0)), formatDue("2025-03-31"), formatDue(null)];
const name: string | undefined = dearest(lines);

// @ts-expect-error there is no such rate
const luxury: Line = { ...desk, rate: "luxury" };
// @ts-expect-error a price is a number
const priced: Line = { ...desk, price: "100" };
// @ts-expect-error a line has a description
const nameless: Line = { price: 100, rate: "zero" };
// @ts-expect-error an empty invoice has no dearest line
const certain: string = dearest(lines);
// @ts-expect-error a number is no due date
formatDue(20250331);

export const uses = [rates, total, due, name, luxury, priced, nameless, certain];
