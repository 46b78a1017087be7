// Nobody runs this file: the compiler reads it.
// Each @ts-expect-error requires an error on the next line, and is itself reported if there is none.
import { Emitter } from "./emitter.js";
import type { ShopEvents } from "./shop.js";

const shop = new Emitter<ShopEvents>();

// The payload is known, without an annotation.
const off: () => void = shop.on("item-added", (e) => e.sku.repeat(e.quantity));
shop.once("checked-out", (e) => e.totalCents.toFixed(2));
shop.emit("item-added", { sku: "A1", quantity: 2 });
shop.emit("cart-cleared");
off();

// @ts-expect-error unknown event
shop.on("item-aded", () => {});
// @ts-expect-error unknown event
shop.emit("cart-cleard");
// @ts-expect-error missing field
shop.emit("item-added", { sku: "A1" });
// @ts-expect-error payload of another event
shop.emit("item-removed", { orderId: "7", totalCents: 1 });
// @ts-expect-error payload required
shop.emit("checked-out");
// @ts-expect-error no such field on this event
shop.on("item-removed", (e) => e.quantity);
// @ts-expect-error no such field on this event
shop.once("item-removed", (e) => e.quantity);

// A payload that may be undefined is not one that is always undefined: it stays required.
const notes = new Emitter<{ note: string | undefined }>();
notes.emit("note", undefined);
// @ts-expect-error payload required
notes.emit("note");
