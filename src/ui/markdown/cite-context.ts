import { createContext } from 'react';

/** Leads to a step that an answer names. */
export const CiteContext = createContext<((step: number) => void) | null>(null);
