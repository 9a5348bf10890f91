/**
 * Everything needed to read or write the content of one environment: its locales and content types at one revision.
 * Immutable; a change of the model creates a new one.
 */
import type { Locales } from '../spaces/locale.ts';
import type { ContentType } from './content-type.ts';

export class Model {
  /** The environment's small number, under which its rows are stored. */
  readonly environment: number;
  readonly spaceId: string;
  /** The six characters of its name in public ids. */
  readonly code: string;
  /** Raised by every change of a content type or locale; part of the cache key of everything rendered. */
  readonly revision: number;
  readonly locales: Locales;
  readonly types: readonly ContentType[];
  readonly #byApiId: ReadonlyMap<string, ContentType>;
  readonly #byNumber: ReadonlyMap<number, ContentType>;

  constructor(parts: {
    environment: number;
    spaceId: string;
    code: string;
    revision: number;
    locales: Locales;
    types: readonly ContentType[];
  }) {
    this.environment = parts.environment;
    this.spaceId = parts.spaceId;
    this.code = parts.code;
    this.revision = parts.revision;
    this.locales = parts.locales;
    this.types = parts.types;
    this.#byApiId = new Map(parts.types.map((type) => [type.apiId, type]));
    this.#byNumber = new Map(parts.types.map((type) => [type.number, type]));
  }

  typeByApiId(apiId: string): ContentType | undefined {
    return this.#byApiId.get(apiId);
  }

  typeByNumber(number: number): ContentType | undefined {
    return this.#byNumber.get(number);
  }
}
