/** What the parts of the editor that are not made by React say, in the person's language. */
export interface Words {
  readonly open: string;
  readonly remove: string;
  readonly entry: string;
  readonly asset: string;
  readonly loading: string;
  readonly missing: string;
  readonly language: string;
  readonly uploading: string;
  /** Says that a picture has no alternative text, as the label of what leads there. */
  readonly withoutAlt: string;
  /** Tells the alternative text of a picture. */
  alt(text: string): string;
  /** Names a node that the field does not allow. */
  kept(name: string): string;
  /** Says how many pictures of a paste were left out. */
  dropped(count: number): string;
  /** Says why an upload failed. */
  notUploaded(reason: string): string;
}
