/**
 * Proves that a journal row is as the service wrote it, by an HMAC under a key of the installation, so that someone
 * with write access to the database but without the secret can neither alter a row nor forge one. The details (name,
 * origin, changes) have their own HMAC inside it, so that they can be erased while the rest can still be proven.
 */
import { timingSafeEqual } from 'node:crypto';
import { KeyedHash } from '../kit/keyed-hash.ts';
import { deriveKey } from '../kit/sealed-box.ts';

const PURPOSE = 'audit';

/** What remains of a record when its details are erased. Times in milliseconds. */
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

/** The part of a record that can be erased. */
export interface RecordDetails {
  readonly actorName: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** JSON. */
  readonly changes: string | null;
}

export class RecordDigests {
  readonly #hash: KeyedHash;

  /** @param secret the installation's secret */
  constructor(secret: string) {
    this.#hash = new KeyedHash(deriveKey(secret, PURPOSE));
  }

  /** The digest of the details of one record; equal details of another record have another digest. */
  ofDetails(recordId: string, { actorName, ip, userAgent, changes }: RecordDetails): Buffer {
    return this.of('details', [recordId, actorName, ip, userAgent, changes]);
  }

  /** The digest of a record. @param details the digest of its details */
  ofRecord(facts: RecordFacts, details: Uint8Array): Buffer {
    const { recordId, at, account, space, environment, actorType, actorId } = facts;
    const { action, targetType, targetId, requestId } = facts;
    const place = [recordId, at, account, space, environment];
    const what = [actorType, actorId, action, targetType, targetId, requestId];
    return this.of('record', [...place, ...what, Buffer.from(details).toString('hex')]);
  }

  /** The HMAC of a list of values for one purpose. */
  of(use: string, values: readonly (string | number | null)[]): Buffer {
    return this.#hash.of(JSON.stringify([use, ...values]));
  }
}

/** Whether two digests are equal. */
export function sameDigest(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
