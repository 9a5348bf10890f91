/**
 * Preview tokens: for an hour, the page of a site may read drafts of one environment for whoever looks at it, through a change set or
 * at a moment if the token names one. All that a token says is sealed in it under a key of the installation, so no table has
 * them. One that a preview link was opened for is bound to that link. Invariant: nobody can make one or change it; what its maker may do now is looked up at every use (`authentication.ts`).
 */
import type { Environment } from '../../model/spaces/environment.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { SealedBox } from '../../platform/kit/sealed-box.ts';
import { sessionOf } from '../actors/actors.ts';
import { PREVIEW_TOKEN_PREFIX } from '../actors/token-kinds.ts';

const LIFE_MS = 3_600_000;

/** What a token shows beside the drafts of its environment, at most one of the first two, and how new that is at least. */
export interface PreviewView {
  /** Id of the change set that lies over them. */
  readonly changeSet: string | null;
  /** The moment, as the parameter `as_of` has it. */
  readonly asOf: string | null;
  /** The environment is read no earlier than at this revision, by whichever process. */
  readonly revision: number;
}

/** What a token says. */
export interface PreviewGrant extends PreviewView {
  readonly spaceId: string;
  /** Numbers of the environment, or of the aliases by which a key sees it. */
  readonly environments: readonly number[];
  /** Who asked for it. */
  readonly by: Pick<Actor, 'type' | 'id' | 'accountId'> & { readonly sessionId: string | null };
  /** Id of the preview link that it is bound to; null if it is bound to none. */
  readonly link: string | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Looks up what a token is bound to. */
export interface PreviewLinkLookup {
  /** Who a link works for, as they may act now, and whose plan it counts for; undefined once it is over. */
  working(id: string): Promise<{ readonly maker: Actor; readonly row: LinkPayer } | undefined>;
}

interface LinkPayer {
  readonly account_id: string;
  /** Id of the plan of the account; null without a subscription. */
  readonly plan: string | null;
}

export class PreviewTokens {
  readonly #box: SealedBox;
  readonly #clock: Clock;

  constructor(parts: { secret: string; clock: Clock }) {
    this.#box = new SealedBox(parts.secret, 'preview-token');
    this.#clock = parts.clock;
  }

  /**
   * A token by which the environment can be read for an hour, as long as the actor may read it.
   * @param link id of the preview link that it is made for, with which it ends
   */
  mint(
    actor: Actor,
    environment: Environment,
    view: PreviewView,
    link: string | null = null,
  ): { readonly token: string; readonly until: number } {
    const { type, id, accountId } = actor;
    const grant: PreviewGrant = {
      ...view,
      spaceId: environment.spaceId,
      environments: boundTo(environment, actor.environments),
      by: { type, id, accountId, sessionId: sessionOf(actor) },
      link,
      expiresAt: this.#clock() + LIFE_MS,
    };
    const sealed = Buffer.from(this.#box.seal(JSON.stringify(grant)));
    return { token: PREVIEW_TOKEN_PREFIX + sealed.toString('base64url'), until: grant.expiresAt };
  }

  /** What a token says; undefined if it is not valid or has expired. */
  open(token: string): PreviewGrant | undefined {
    try {
      const sealed = Buffer.from(token.slice(PREVIEW_TOKEN_PREFIX.length), 'base64url');
      const grant = JSON.parse(this.#box.open(sealed)) as PreviewGrant;
      return this.#clock() < grant.expiresAt ? grant : undefined;
    } catch {
      // Every kind of invalid token is treated the same.
      return undefined;
    }
  }
}

/** Whether a token claims to be a preview token. */
export function isPreviewToken(token: string): boolean {
  return token.startsWith(PREVIEW_TOKEN_PREFIX);
}

/** A key that sees an environment by an alias sees it only as long as that leads there. */
function boundTo({ number, aliases }: Environment, bound: readonly number[] | null): readonly number[] {
  if (bound === null) return [number];
  return [number, ...aliases.map((alias) => alias.number)].filter((one) => bound.includes(one));
}
