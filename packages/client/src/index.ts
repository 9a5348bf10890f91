/** What sites import from `@lectern/client`. */
export { createClient } from './create-client.ts';
export { LecternError } from './lectern-error.ts';
export type {
  AssetOptions,
  AssetQuery,
  Client,
  ClientOptions,
  EntryOptions,
  EntryQuery,
  Fetch,
  ItemOf,
  Page,
  PreviewClient,
  RequestOptions,
} from './types/client.ts';
export type { Block, Component, Drafts, Entry, Published, Reading } from './types/entries.ts';
export type { Where } from './types/filters.ts';
export type { Include } from './types/include.ts';
export type {
  AnyModel,
  OfBlocks,
  OfComponent,
  ToAsset,
  ToAssets,
  ToEntries,
  ToEntry,
  WithLinks,
} from './types/model.ts';
export type {
  RichText,
  RichTextBlock,
  RichTextCell,
  RichTextInline,
  RichTextItem,
  RichTextMark,
  RichTextRow,
} from './types/rich-text.ts';
export type { Asset, AssetLink, EntryLink, Json, Location } from './types/values.ts';
