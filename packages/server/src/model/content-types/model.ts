/**
 * Everything needed to read or write the content of one environment: its locales and content types at one revision, and the codes
 * of its names. Immutable: any change to the model or the names creates a new one.
 */

import type { DocumentView } from '../fields/document/own-values.ts';
import type { Components } from '../fields/field.ts';
import type { Locales } from '../spaces/locale.ts';
import type { EnvironmentCodes } from '../spaces/resource-id.ts';
import type { ContentType } from './content-type.ts';

export class Model implements EnvironmentCodes, Components {
  /** The environment's small number, under which its rows are stored. */
  readonly environment: number;
  readonly spaceId: string;
  readonly code: string;
  readonly ownCode: string;
  readonly codes: readonly string[];
  /** Increased by every change to a content type or locale. Part of the cache key of all rendered content. */
  readonly revision: number;
  readonly locales: Locales;
  readonly types: readonly ContentType[];
  readonly #byApiId: ReadonlyMap<string, ContentType>;
  readonly #byNumber: ReadonlyMap<number, ContentType>;

  constructor(
    parts: EnvironmentCodes & {
      environment: number;
      spaceId: string;
      revision: number;
      locales: Locales;
      types: readonly ContentType[];
    },
  ) {
    this.environment = parts.environment;
    this.spaceId = parts.spaceId;
    this.code = parts.code;
    this.ownCode = parts.ownCode;
    this.codes = parts.codes;
    this.revision = parts.revision;
    this.locales = parts.locales;
    this.types = parts.types;
    this.#byApiId = new Map(parts.types.map((type) => [type.apiId, type]));
    this.#byNumber = new Map(parts.types.map((type) => [type.number, type]));
  }

  /** Returns the same model for an environment reached by another name, or whose names have changed. */
  under({ code, ownCode, codes }: EnvironmentCodes): Model {
    const { environment, spaceId, revision, locales, types } = this;
    return new Model({ environment, spaceId, revision, locales, types, code, ownCode, codes });
  }

  /** Returns what the model was once, under the names of now. */
  as(parts: Pick<Model, 'revision' | 'locales' | 'types'>): Model {
    const { environment, spaceId, code, ownCode, codes } = this;
    return new Model({ environment, spaceId, code, ownCode, codes, ...parts });
  }

  /** Returns the model under the environment's own name, for the audit. */
  own(): Model {
    const { code, ownCode, codes } = this;
    return code === ownCode ? this : this.under({ code: ownCode, ownCode, codes });
  }

  typeByApiId(apiId: string): ContentType | undefined {
    return this.#byApiId.get(apiId);
  }

  typeByNumber(number: number): ContentType | undefined {
    return this.#byNumber.get(number);
  }

  componentByApiId(apiId: string): ContentType | undefined {
    const type = this.#byApiId.get(apiId);
    return type?.kind === 'component' ? type : undefined;
  }

  componentByNumber(number: number): ContentType | undefined {
    const type = this.#byNumber.get(number);
    return type?.kind === 'component' ? type : undefined;
  }

  /** The types that entries are made of. */
  get entryTypes(): readonly ContentType[] {
    return this.types.filter(({ kind }) => kind === 'entry');
  }

  /** The components, by which documents of the environment are read. */
  get components(): Components {
    return this;
  }

  /** What documents of a content type are read with: its fields, or some of them, in this environment. */
  readingOf({ fields }: Pick<ContentType, 'fields'>): Omit<DocumentView, 'document'> {
    return { fields, locales: this.locales, components: this };
  }
}
