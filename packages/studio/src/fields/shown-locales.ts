/** The locales that the form shows side by side. */
import { createContext } from 'react';
import type { Locale } from '../api/types.ts';

export const ShownLocales = createContext<readonly Locale[]>([]);
