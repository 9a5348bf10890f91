/** What the editor of a rich text is given by the page. */
import type { ReactNode } from 'react';
import type { RichTextLink, RichTextNode } from './document/grammar.ts';
import type { Describe, LinkCard } from './nodes/cards.ts';
import type { Upload } from './paste/uploads.ts';
import type { Stop } from './tools.tsx';

/** An entry or asset that was found by words. */
export interface FoundLink {
  readonly link: RichTextLink;
  readonly card: LinkCard;
}

/** Finds entries and assets to link to; without words, those that were changed last. */
export type FindLinks = (
  words: string,
  kinds: readonly RichTextLink['type'][],
  signal: AbortSignal,
) => Promise<readonly FoundLink[]>;

/** How a text fills the window. */
export interface FullScreen {
  readonly isFull: boolean;
  change(isFull: boolean): void;
  /** Says how safe what was written is. */
  readonly saveState: ReactNode;
}

/** A part of a text that is rewritten while the person writes on: selected words, or all of it. */
export interface TextPart {
  readonly isWhole: boolean;
  /** What is written there now, as HTML; '' for nothing. */
  html(): string;
  /** The value of the field with what was written (HTML, Markdown or lines) in its place, and how many embedded things that leaves out. */
  replaced(written: string): { readonly value: RichTextNode | null; readonly lost: number };
  /** Puts it there, as one step that undo takes back. @returns whether the editor is still open */
  replace(written: string): boolean;
  /** Forgets the part. */
  end(): void;
}

/** Where a tool of others stands in a bar, and the part of the text that it is for. */
export interface AssistTool {
  readonly stop: Stop;
  /** Whether words are selected. */
  isSelecting(): boolean;
  part(): Promise<TextPart>;
}

export interface RichTextEditorProps {
  /** The document; null for none. */
  readonly value: RichTextNode | null;
  /** Is called with each edit; null where nothing is left. */
  readonly onChange: (value: RichTextNode | null) => void;
  /** Is called where a picture arrives after the editor was closed. @param last the value that the editor gave before */
  readonly onLateChange?: ((value: RichTextNode | null, last: RichTextNode | null) => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
  /** The validations of the field; without them all nodes and marks may be used. */
  readonly nodes?: readonly string[] | undefined;
  readonly marks?: readonly string[] | undefined;
  /** Ids of the elements that name and describe the field. */
  readonly labelledBy: string;
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean | undefined;
  /** The language of the text, and how it is written. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly readOnly?: boolean | undefined;
  readonly describe: Describe;
  /** Lets the person choose an entry or an asset; null where they chose none. */
  readonly pick: (kind: RichTextLink['type']) => Promise<RichTextLink | null>;
  readonly find: FindLinks;
  /** Undefined where the text cannot fill the window. */
  readonly full?: FullScreen | undefined;
  /** Uploads pasted and dropped pictures. */
  readonly upload?: Upload | undefined;
  /** Draws the menu of what a language model can do with the text; without it, there is none. */
  readonly assist?: ((tool: AssistTool) => ReactNode) | undefined;
  /** Opens an entry or asset. */
  readonly open?: ((link: RichTextLink) => void) | undefined;
}
