/** What a person can ask a language model for in an entry, and what comes of it. */
import { createContext, use } from 'react';
import type { Field } from '../../../api/types.ts';
import type { Level } from '../../../fields/blocks/level.ts';
import type { TextPart } from '../../../rich-text/editor-props.ts';

/** A value that is written into. */
export interface Target {
  /** Where the field stands: in the entry, or in a component inside of it. */
  readonly level: Level;
  readonly field: Field;
  readonly locale: string;
  /** Of a rich text, the part that is meant; null for the whole of any value. */
  readonly part: TextPart | null;
}

export const MANNERS = ['improve', 'shorten', 'lengthen', 'correct'] as const;
/** How a text is rewritten; `told`: as the person says then. */
export type Manner = (typeof MANNERS)[number] | 'told';

export type Task =
  | { readonly kind: 'rewrite'; readonly target: Target; readonly manner: Manner }
  | { readonly kind: 'write' | 'summarize'; readonly target: Target }
  | { readonly kind: 'write-entry' | 'translate' | 'seo' };

/** Something a model wrote for a value, which is not in the entry yet. */
export interface Proposal extends Target {
  /** What stood there when the model was asked: the value, or the words of the part. */
  readonly before: unknown;
  /** The value, or the words of the part. */
  readonly written: unknown;
  /** Whether it is the same text in other words, which is compared word by word. */
  readonly isRewrite?: boolean;
}

/** Asks the model. @param onText is given the text as it is written, where the model writes one */
export type Ask = (signal: AbortSignal, onText: (text: string) => void) => Promise<readonly Proposal[]>;

/** Shows a task of the entry that is open. Null where no model can be used. */
export const AssistContext = createContext<((task: Task) => void) | null>(null);

export function useAssist(): ((task: Task) => void) | null {
  return use(AssistContext);
}
