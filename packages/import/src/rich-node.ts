/** Rich text as the readers of all sources produce it: ProseMirror documents with the service's names. */

/** A node of rich text. */
export interface RichNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly RichNode[];
  readonly marks?: readonly RichMark[];
  readonly text?: string;
}

export interface RichMark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
}
