export interface ShopEvents {
  "item-added": { sku: string; quantity: number };
  "item-removed": { sku: string };
  "checked-out": { orderId: string; totalCents: number };
  "cart-cleared": undefined;
}
