/** What edits a value inside of a component: the same as outside of it, which is handed down, as it stands around the component. */
import { type ComponentType, createContext } from 'react';
import type { Field, Locale } from '../../api/types.ts';

export interface EditorProperties {
  readonly field: Field;
  readonly locale: Locale;
  /** Whether the label names the locale: where several are side by side, or it is not the default one. */
  readonly namesLocale: boolean;
  readonly readOnly: boolean;
}

export const InnerEditor = createContext<ComponentType<EditorProperties> | null>(null);
