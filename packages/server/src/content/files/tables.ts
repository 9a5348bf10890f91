/** The tables of stored files. */
import { filled, integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  files: {
    id: filled(integer),
    space_id: text,
    /** SHA-256 of the content, in hexadecimal. */
    hash: text,
    /** Name in storage; never reused for other bytes. */
    name: text,
    size: integer,
    /** When an upload last needed it. */
    claimed_at: integer,
    /** When garbage collection first found it unused; null while it is used. */
    unused_since: orNull(integer),
  },
};

export type FileRow = RowOf<typeof tables.files>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
