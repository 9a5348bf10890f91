/**
 * A seal: one link of an account's chain. It lists the records that were sealed together, by journal row and digest,
 * and its MAC covers them and the previous link, so that none can be altered, removed, moved or inserted.
 */
import { hash } from 'node:crypto';
import type { RecordDigests } from '../../../platform/journal/record-digests.ts';
import type { AuditChainRow, AuditSealingRow, AuditSealRow } from '../tables.ts';

const ID_BYTES = 8;
const DIGEST_BYTES = 32;
const ENTRY_BYTES = ID_BYTES + DIGEST_BYTES;
const NOTHING = new Uint8Array();
/** Stands in for the digest of a row that has none. */
export const NO_DIGEST = new Uint8Array(DIGEST_BYTES);

/** A sealed record. */
export interface SealedEntry {
  /** Id of the journal row. */
  readonly id: number;
  readonly digest: Uint8Array;
}

/** The content of one link. */
export interface NewSeal {
  readonly accountId: string;
  readonly sealedAt: number;
  /** By id. */
  readonly entries: readonly SealedEntry[];
}

/** The initial chain of an account. */
export function emptyChain(accountId: string): Omit<AuditChainRow, 'signature'> {
  const pruned = { pruned_number: 0, pruned_records: 0, pruned_mac: NOTHING };
  return { account_id: accountId, number: 0, records: 0, mac: NOTHING, ...pruned };
}

/** The next link of a chain, and the updated chain. */
export function nextSeal(
  digests: RecordDigests,
  chain: Omit<AuditChainRow, 'signature'>,
  { accountId, sealedAt, entries }: NewSeal,
): { seal: AuditSealRow; chain: AuditChainRow } {
  const seal = {
    account_id: accountId,
    number: chain.number + 1,
    sealed_at: sealedAt,
    records: entries.length,
    entries: packEntries(entries),
  };
  const mac = sealMac(digests, seal, chain.mac);
  const { number } = seal;
  const records = chain.records + entries.length;
  return { seal: { ...seal, mac }, chain: signedChain(digests, { ...chain, number, records, mac }) };
}

/** The MAC that a link must have if the previous link has the MAC `before`. */
export function sealMac(digests: RecordDigests, seal: Omit<AuditSealRow, 'mac'>, before: Uint8Array): Buffer {
  const { account_id: account, number, sealed_at: at, records, entries } = seal;
  return digests.of('seal', [account, number, at, records, hash('sha256', entries), hex(before)]);
}

export function signedChain(digests: RecordDigests, chain: Omit<AuditChainRow, 'signature'>): AuditChainRow {
  return { ...chain, signature: chainSignature(digests, chain) };
}

/** The proof of where a chain begins and ends. */
export function chainSignature(digests: RecordDigests, chain: Omit<AuditChainRow, 'signature'>): Buffer {
  const end = [chain.number, chain.records, hex(chain.mac)];
  const beginning = [chain.pruned_number, chain.pruned_records, hex(chain.pruned_mac)];
  return digests.of('chain', [chain.account_id, ...end, ...beginning]);
}

/** The proof of how far the journal is sealed, and of the number of chains. */
export function sealingSignature(
  digests: RecordDigests,
  { began_after, sealed_through, chains }: Pick<AuditSealingRow, 'began_after' | 'sealed_through' | 'chains'>,
): Buffer {
  return digests.of('sealing', [began_after, sealed_through, chains]);
}

/** The records that a link lists, without an incomplete one at its end. */
export function unpackEntries(packed: Uint8Array): SealedEntry[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: Math.floor(bytes.length / ENTRY_BYTES) }, (_, index) => {
    const at = index * ENTRY_BYTES;
    return {
      id: Number(bytes.readBigUInt64BE(at)),
      digest: bytes.subarray(at + ID_BYTES, at + ENTRY_BYTES),
    };
  });
}

function packEntries(entries: readonly SealedEntry[]): Buffer {
  const bytes = Buffer.alloc(entries.length * ENTRY_BYTES);
  for (const [index, { id, digest }] of entries.entries()) {
    bytes.writeBigUInt64BE(BigInt(id), index * ENTRY_BYTES);
    bytes.set(digest.subarray(0, DIGEST_BYTES), index * ENTRY_BYTES + ID_BYTES);
  }
  return bytes;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
