/** The tables of the text index. */
import { filled, integer, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  search_texts: {
    id: filled(integer),
    space_id: text,
    hash: text,
    /** When something last started to use the text, to the hour. */
    used_at: integer,
  },
  search_models: {
    environment: integer,
    /** Version of the tokenizer. */
    analyser: integer,
    model_revision: integer,
    /** JSON: content type number → fingerprint of how its entries are indexed. */
    fingerprints: text,
  },
};

export type SearchModelRow = RowOf<typeof tables.search_models>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
