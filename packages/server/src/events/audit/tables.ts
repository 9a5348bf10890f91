/** The tables of the audit. */
import { bytes, integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  /** One link of an account's chain: records that were sealed together. */
  audit_seals: {
    account_id: text,
    /** From 1, gapless. */
    number: integer,
    sealed_at: integer,
    records: integer,
    /** Id (8 bytes) and digest (32 bytes) of each journal row, by id. */
    entries: bytes,
    /** HMAC over the link and the previous one. */
    mac: bytes,
  },
  /** Where the chain of an account ends, and where it starts since older links were pruned. */
  audit_chains: {
    account_id: text,
    number: integer,
    /** Records sealed in total, including pruned ones. */
    records: integer,
    mac: bytes,
    pruned_number: integer,
    pruned_records: integer,
    pruned_mac: bytes,
    signature: bytes,
  },
  /** How far the journal is sealed: one row. */
  audit_sealing: {
    id: integer,
    /** Id of the last journal row from the time before rows had digests. */
    began_after: integer,
    sealed_through: integer,
    /** How many accounts have a chain. */
    chains: integer,
    signature: orNull(bytes),
    /** The process that seals. */
    owner: text,
    leased_until: integer,
  },
};

export type AuditSealRow = RowOf<typeof tables.audit_seals>;
export type AuditChainRow = RowOf<typeof tables.audit_chains>;
export type AuditSealingRow = RowOf<typeof tables.audit_sealing>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
