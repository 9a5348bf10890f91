/**
 * Which environment a request reads, and where its content stands: what the token sees of it, at its head. Invariant: what the
 * token does not see does not exist.
 */
import type { Models } from '../../model/content-types/models.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Environments } from '../../model/spaces/environments.ts';
import type { Heads } from '../../model/spaces/heads.ts';
import { seesEnvironment } from '../../model/spaces/space.ts';
import type { Contact } from '../../platform/database/contact.ts';
import { unavailable } from '../../platform/database/unavailable.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import { minRevisionOf, RevisionWait } from '../query-string/min-revision.ts';
import type { OneStateParts, ReadingPlace } from './one-state.ts';
import type { ReadingKey } from './reading-key.ts';

/** How often a name may move while one request looks where it leads. */
const NAME_MOVES_MAX = 100;
const SECOND_MS = 1_000;

export interface PlaceParts {
  readonly contact: Pick<Contact, 'isAway'>;
  readonly heads: OneStateParts['heads'] & Pick<Heads, 'known' | 'ageOf' | 'earlier'>;
  readonly models: OneStateParts['models'] & Pick<Models, 'known'>;
  readonly environments: Pick<Environments, 'resolve' | 'known'>;
}

/** Where a request reads, and how new that has to be. */
export interface Address {
  readonly spaceId: string;
  /** Name of the environment. */
  readonly environment: string;
  /** What stands behind `?` in the URL. */
  readonly search: string;
}

export class Places {
  readonly #parts: PlaceParts;

  constructor(parts: PlaceParts) {
    this.#parts = parts;
  }

  /**
   * The place where nothing has to be read for it; undefined too where it is not to be read from.
   * @param mark what the database had committed when the request came (`Database.changeMark`)
   */
  now(
    key: ReadingKey,
    { spaceId, environment: name, search }: Address,
    mark: number | undefined,
  ): ReadingPlace | undefined {
    const environment = spaceId === key.spaceId ? this.#parts.environments.known(spaceId, name) : undefined;
    if (environment === undefined || !seesEnvironment(key.environments, environment)) return undefined;
    const head = this.#parts.heads.known(environment.number, mark);
    if (head === undefined || !isReady(head, environment) || head.revision < leastRevision(key, search))
      return undefined;
    const model = this.#parts.models.known(head, environment);
    if (model === undefined) return undefined;
    return { environment, head, model, staleSeconds: this.staleSeconds(environment) };
  }

  /**
   * The place at the revision that the query requires, or a later one.
   * @throws `not_found`, `environment_not_ready`, and `unavailable` where the revision does not come
   */
  async find(key: ReadingKey, { spaceId, environment: name, search }: Address): Promise<ReadingPlace> {
    const { environments, heads, models } = this.#parts;
    if (spaceId !== key.spaceId) throw otherSpace(key);
    const waiting = new RevisionWait(heads, leastRevision(key, search));
    for (let move = 0; move < NAME_MOVES_MAX; move++) {
      const environment = await environments.resolve(spaceId, name);
      if (environment === undefined || !seesEnvironment(key.environments, environment)) throw unknownEnvironment();
      const head = await waiting.headOf(environment);
      if (head === undefined || head.status === 'deleting') throw unknownEnvironment();
      // The name has moved meanwhile.
      if (head.names_revision !== environment.namesRevision) continue;
      if (head.status !== 'ready') {
        const message = `The environment "${environment.name}" is not ready yet; try again in a moment.`;
        throw new DomainError('environment_not_ready', message);
      }
      const model = await models.current(environment);
      return { environment, head, model, staleSeconds: this.staleSeconds(environment) };
    }
    throw unavailable();
  }

  /** Earlier states of the environment whose model is in memory, newest first; none unless the error is that the database is away. */
  earlier(key: ReadingKey, { spaceId, environment: name, search }: Address, error: unknown): ReadingPlace[] {
    const { contact, environments, heads, models } = this.#parts;
    const isAway = contact.isAway && error instanceof DomainError && error.code === 'unavailable';
    const environment = isAway && spaceId === key.spaceId ? environments.known(spaceId, name) : undefined;
    // As in `key-ring.ts`, drafts are not recalled.
    if (environment === undefined || key.kind !== 'delivery' || !seesEnvironment(key.environments, environment))
      return [];
    return heads.earlier(environment.number).flatMap(({ head, ageMs }) => {
      if (head.revision < minRevisionOf(search) || !isReady(head, environment)) return [];
      const model = models.known(head, environment);
      return model === undefined ? [] : [{ environment, head, model, staleSeconds: inSeconds(ageMs) }];
    });
  }

  /** How long ago the database confirmed the head of an environment, in seconds, as it is away; null while it is not. */
  staleSeconds({ number }: Environment): number | null {
    return this.#parts.contact.isAway ? inSeconds(this.#parts.heads.ageOf(number)) : null;
  }
}

/** The revision that the query requires, or that a preview token was made at, whichever is later. */
function leastRevision({ view }: ReadingKey, search: string): number {
  return Math.max(minRevisionOf(search), view?.revision ?? 0);
}

/** Rounded up: what is shown is not older. */
function inSeconds(ageMs: number): number {
  return Math.max(1, Math.ceil(ageMs / SECOND_MS));
}

/** Whether the head is that of the environment as it is known, and can be read from. */
function isReady({ status, epoch, names_revision }: Head, environment: Environment): boolean {
  return status === 'ready' && epoch === environment.epoch && names_revision === environment.namesRevision;
}

/** Says nothing about the space in the path. */
function otherSpace({ spaceId }: ReadingKey): DomainError {
  const message = `There is no such space for this key, which reads ${spaceId}; use that id in the path, or another key.`;
  return new DomainError('not_found', message, { resource: 'space' });
}

function unknownEnvironment(): DomainError {
  return notFound('environment', 'its name in the path; GET /delivery/token-info lists those that the key can read');
}
