/**
 * The secrets of preview links: the id of a link with an HMAC of it under a key of the installation. So whoever made a link can copy it again,
 * while no row, and so no backup, has what opens it.
 */
import { timingSafeEqual } from 'node:crypto';
import { KeyedHash } from '../../../platform/kit/keyed-hash.ts';
import { deriveKey } from '../../../platform/kit/sealed-box.ts';
import { PREVIEW_LINK_PREFIX } from '../../actors/token-kinds.ts';

/** The prefix of the ids of links. */
export const LINK_ID_PREFIX = 'plk';

const SHAPE = new RegExp(`^${PREVIEW_LINK_PREFIX}([0-9a-z]{26})-[\\w-]{43}$`);

export class LinkSecrets {
  readonly #hash: KeyedHash;

  constructor(secret: string) {
    this.#hash = new KeyedHash(deriveKey(secret, 'preview-link'));
  }

  /** What opens the link with that id. */
  of(id: string): string {
    const body = id.slice(LINK_ID_PREFIX.length + 1);
    return `${PREVIEW_LINK_PREFIX}${body}-${this.#hash.of(id).toString('base64url')}`;
  }

  /** The id of the link that a text opens, whether or not it still exists; undefined if it opens none. */
  idOf(text: string): string | undefined {
    const [, body] = SHAPE.exec(text) ?? [];
    if (body === undefined) return undefined;
    const id = `${LINK_ID_PREFIX}_${body}`;
    return timingSafeEqual(Buffer.from(text), Buffer.from(this.of(id))) ? id : undefined;
  }
}
