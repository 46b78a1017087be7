import { createContext } from 'react';
import type { SectionValues } from '../form-values.ts';

/** The live sections beside the draft that is edited; null: no draft is. */
export const LiveSections = createContext<readonly SectionValues[] | null>(null);
