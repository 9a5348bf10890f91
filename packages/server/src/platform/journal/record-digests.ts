/**
 * What proves a journal row to be as the service wrote it: an HMAC under a key of the installation, so that whoever
 * can write to the database, but has no secret, can neither alter a row nor make one. The details (who by name, from
 * where, what changed) have an HMAC of their own inside it, so that they can be erased and the rest still be proven.
 */
import { timingSafeEqual } from 'node:crypto';
import { KeyedHash } from '../kit/keyed-hash.ts';
import { deriveKey } from '../kit/sealed-box.ts';

const PURPOSE = 'audit';

/** What stays of a record when its details are erased. Times in milliseconds. */
export interface RecordFacts {
  readonly recordId: string;
  readonly at: number;
  readonly account: string | null;
  readonly space: string | null;
  readonly environment: string | null;
  readonly actorType: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly requestId: string | null;
}

/** What can be erased of a record. */
export interface RecordDetails {
  readonly actorName: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** JSON. */
  readonly changes: string | null;
}

export class RecordDigests {
  readonly #hash: KeyedHash;

  /** @param secret the installation's */
  constructor(secret: string) {
    this.#hash = new KeyedHash(deriveKey(secret, PURPOSE));
  }

  /** The digest of the details of one record; alike details of another have another. */
  ofDetails(recordId: string, { actorName, ip, userAgent, changes }: RecordDetails): Buffer {
    return this.of('details', [recordId, actorName, ip, userAgent, changes]);
  }

  /** The digest of a record. @param details that of its details */
  ofRecord(facts: RecordFacts, details: Uint8Array): Buffer {
    const { recordId, at, account, space, environment, actorType, actorId } = facts;
    const { action, targetType, targetId, requestId } = facts;
    const place = [recordId, at, account, space, environment];
    const what = [actorType, actorId, action, targetType, targetId, requestId];
    return this.of('record', [...place, ...what, Buffer.from(details).toString('hex')]);
  }

  /** The HMAC of a list of values for one use. */
  of(use: string, values: readonly (string | number | null)[]): Buffer {
    return this.#hash.of(JSON.stringify([use, ...values]));
  }
}

/** Whether two digests are the same. */
export function sameDigest(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
