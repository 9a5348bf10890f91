/** How far the audit of an account is sealed, as a few rows tell: `lectern audit verify` looks at all of them. */
import type { Database } from '../../../platform/database/database.ts';
import { type RecordDigests, sameDigest } from '../../../platform/journal/record-digests.ts';
import type { AuditChainRow } from '../tables.ts';
import { chainSignature, sealMac } from './seal.ts';
import * as store from './store.ts';

/** More than wait anywhere while records are sealed, which happens each second. */
const UNSEALED_MAX = 10_000;
/** A link is proven by the one before it. */
const LINKS_LOOKED_AT = 2;

/** The seals of an account. Times in milliseconds. */
export interface SealState {
  /** Records sealed, including those that were removed since because of their age. */
  readonly records: number;
  /** Records that wait for their seal, 10,000 at most. */
  readonly unsealed: number;
  readonly links: number;
  /** When the last link was made; null if there is none. */
  readonly sealedAt: number | null;
  /** MAC of the last link; null if there is none. A copy kept elsewhere can prove later that the chain still contains it. */
  readonly head: string | null;
  /** Whether the end of the chain is as the service wrote it. */
  readonly isWhole: boolean;
}

/** Looks at the end of an account's chain alone, however long it is. */
export async function sealState(
  { database, digests }: { readonly database: Database; readonly digests: RecordDigests },
  accountId: string,
): Promise<SealState> {
  return database.snapshot(async (reader) => {
    const sealing = await store.findSealing(reader);
    const [chain] = await store.listChains(reader, accountId);
    const after = sealing?.sealed_through ?? 0;
    const unsealed = await store.countUnsealed(reader, { accountId, after, among: UNSEALED_MAX });
    if (chain === undefined)
      return { records: 0, unsealed, links: 0, sealedAt: null, head: null, isWhole: sealing !== undefined };
    const last = await store.sealsAfter(
      reader,
      accountId,
      Math.max(chain.pruned_number, chain.number - LINKS_LOOKED_AT),
      LINKS_LOOKED_AT,
    );
    return {
      records: chain.records,
      unsealed,
      links: chain.number,
      sealedAt: last.at(-1)?.sealed_at ?? null,
      head: Buffer.from(chain.mac).toString('hex'),
      isWhole: sealing !== undefined && isEndWhole(digests, chain, last),
    };
  });
}

type Seals = Awaited<ReturnType<typeof store.sealsAfter>>;

/** Whether a chain ends in its last links. @param last at most two */
function isEndWhole(digests: RecordDigests, chain: AuditChainRow, last: Seals): boolean {
  if (!sameDigest(chain.signature, chainSignature(digests, chain))) return false;
  const seal = last.at(-1);
  if (seal === undefined) return chain.number === chain.pruned_number;
  const before = last.length > 1 ? last[0]?.mac : chain.pruned_mac;
  const isFirst = seal.number === chain.pruned_number + 1;
  if (seal.number !== chain.number || before === undefined || (last.length === 1 && !isFirst)) return false;
  return sameDigest(seal.mac, chain.mac) && sameDigest(seal.mac, sealMac(digests, seal, before));
}
