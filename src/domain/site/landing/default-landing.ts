/** The landing page of the product; whatever a block leaves out is as the product has it. */
export const DEFAULT_LANDING = [
  { id: 'hero', kind: 'hero' },
  { id: 'featured', kind: 'featured' },
  { id: 'lab', kind: 'lab' },
  { id: 'reasons', kind: 'reasons' },
  { id: 'pricing', kind: 'pricing' },
  { id: 'call', kind: 'call' },
] as const;
