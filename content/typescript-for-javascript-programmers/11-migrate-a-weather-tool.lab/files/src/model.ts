// Reading, Unit, UNITS and isUnit belong here.
export {};
