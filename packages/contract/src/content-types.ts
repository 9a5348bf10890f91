/** What content types are for, and length limits for their texts. */

/**
 * `entry`: entries are made of it. `component`: its fields stand inside the values of other types, in fields of type `component`
 * and `blocks`; it has no entries.
 */
export const contentTypeKinds = ['entry', 'component'] as const;

export type ContentTypeKind = (typeof contentTypeKinds)[number];

export const NAME_CHARACTERS_MAX = 200;
export const DESCRIPTION_CHARACTERS_MAX = 2_000;
