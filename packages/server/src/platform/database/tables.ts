/** The tables of the database itself. */
import { bytes, integer, type RowsOf, text } from './columns.ts';

export const tables = {
  counters: {
    scope: text,
    next: integer,
  },
  /** The root secret of the installation, encrypted under one of the valid secrets. */
  installation_secrets: {
    /** Random. */
    id: text,
    root: bytes,
    created_at: integer,
  },
};

declare module './columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
