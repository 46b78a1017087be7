export interface Reading {
  station: string;
  celsius: number;
  note?: string;
}

export const UNITS = ["C", "F"] as const;
export type Unit = (typeof UNITS)[number];

export function isUnit(text: string): text is Unit {
  return UNITS.some((unit) => unit === text);
}
