/** What content types are for, what is set of them, and length limits for their texts. */
import type { Layout } from './layout.ts';

/**
 * `entry`: entries are made of it. `component`: its fields stand inside the values of other types, in fields of type `component`
 * and `blocks`; it has no entries.
 */
export const contentTypeKinds = ['entry', 'component'] as const;

export type ContentTypeKind = (typeof contentTypeKinds)[number];

/** What of a content type can be changed, beside its fields. Fields are named by their ids. */
export interface ContentTypeSettings {
  readonly name: string;
  readonly description: string;
  readonly display_field: string | null;
  readonly slug_field: string | null;
  readonly preview_url: string | null;
  /** An asset: its id, or its key in a model that is kept as code. */
  readonly preview_picture: string | null;
  readonly deliver_former_ids: boolean;
  readonly layout: Layout | null;
}

export const NAME_CHARACTERS_MAX = 200;
export const DESCRIPTION_CHARACTERS_MAX = 2_000;
