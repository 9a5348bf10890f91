/** What edits a value inside of a component: the same as outside of it, which is handed down, as it stands around the component. */
import { type ComponentType, createContext } from 'react';
import type { Field, Locale } from '../../api/types.ts';
import type { Removal } from '../../drafts/inner-news.ts';
import type { ValueModel } from '../field-type.ts';

export interface EditorProperties {
  readonly field: Field;
  readonly locale: Locale;
  /** Whether the label names the locale: where several are side by side, or it is not the default one. */
  readonly namesLocale: boolean;
  readonly readOnly: boolean;
}

export const InnerEditor = createContext<ComponentType<EditorProperties> | null>(null);

export interface RemovalQuestionProperties {
  /** That the list is the value of. */
  readonly field: ValueModel;
  /** The path of the list, as the server writes it. */
  readonly list: string;
  readonly removal: Removal;
  /** The locales whose words say what it is. */
  readonly words: readonly string[];
  /** Called once it is decided. */
  onDecided(isKept: boolean): void;
}

/** What asks about a block that this side removed and somebody else changed; handed down as well, as it shows values. */
export const InnerQuestion = createContext<ComponentType<RemovalQuestionProperties> | null>(null);
