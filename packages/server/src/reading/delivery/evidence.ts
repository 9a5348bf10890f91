/**
 * What published entries say about the settings of fields, which may have changed after they were published: how many have no value, one
 * outside of `in`, or a link to a type that the field does not allow. Invariant: what is given was counted at the head of the request or
 * later, over all published entries of one snapshot.
 */
import type { Model } from '../../model/content-types/model.ts';
import { absentLocales } from '../../model/fields/document/checks.ts';
import { allLevels, topLevel, valuesAt } from '../../model/fields/document/own-values.ts';
import type { Document, Field } from '../../model/fields/field.ts';
import { fieldType } from '../../model/fields/registry.ts';
import { readHead } from '../../model/spaces/heads.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { readInPieces } from '../../platform/database/row-pieces.ts';
import { unavailable } from '../../platform/database/unavailable.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import { BoundedMap } from '../../platform/kit/bounded-map.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { QueryEngine } from '../query/engine.ts';
import { asFound } from '../query/show.ts';
import type { ReadingPlace } from './one-state.ts';
import { type PublishedDocument, readPublishedDocuments, readPublishedSizes } from './store.ts';

/** Environments whose counts are remembered. */
const COUNTS_KEPT = 200;
/** Keys of linked entries that are looked up at once. */
const KEYS_AT_ONCE = 1_000;

/** Published entries that do not fit a field. */
export interface FieldEvidence {
  /** Without a value, in one of the required locales. */
  readonly absent: number;
  /** With a value that is none of those listed. */
  readonly outside_in: number;
  /** With a link to a published entry of a type that is not allowed. */
  readonly outside_types: number;
}

/** What was counted. */
export interface Counted {
  readonly revision: number;
  /** @param type number of a content type, or of a component, where entries count once that have it inside */
  of(type: number, field: number): FieldEvidence;
}

type Flaw = keyof FieldEvidence;

export interface EvidenceParts {
  readonly database: Pick<Database, 'readsSince'>;
  readonly engine: Pick<QueryEngine, 'keysToStates'>;
}

export class Evidence {
  readonly #parts: EvidenceParts;
  readonly #known = new BoundedMap<string, Promise<Counted>>(COUNTS_KEPT);

  constructor(parts: EvidenceParts) {
    this.#parts = parts;
  }

  /**
   * The evidence at a place; counted once for what is published there, however many ask.
   * @throws `not_found`, and `unavailable` if the model changes meanwhile
   */
  of({ head, model }: ReadingPlace): Promise<Counted> {
    const name = `${head.number} ${head.epoch} ${head.published_revision} ${model.revision}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const counted = this.#parts.database
      .readsSince(head)
      .snapshot((reader) => this.#count(reader, model))
      .catch((error: unknown) => {
        this.#known.delete(name);
        throw error;
      });
    this.#known.set(name, counted);
    return counted;
  }

  async #count(reader: Reader, model: Model): Promise<Counted> {
    const head = await readHead(reader, model.environment);
    if (head === undefined) throw notFound('environment');
    if (head.model_revision > model.revision) throw unavailable();
    const counts = new Map<string, number>();
    const pace = new Pace();
    for await (const sized of readPublishedSizes(reader, model.environment)) {
      for await (const documents of readInPieces(sized, (piece) => readPublishedDocuments(reader, piece), pace)) {
        const flaws = documents.map((one) => flawsOf(one, model));
        const typeOf = await this.#typesOf(
          reader,
          flaws.flatMap(({ links }) => links.map(({ key }) => key)),
          model,
        );
        for (const { found, links } of flaws) {
          const all = new Set(found);
          for (const { key, allowed, name } of links) {
            const type = typeOf.get(key);
            if (type !== undefined && !allowed.includes(type)) all.add(name);
          }
          for (const name of all) counts.set(name, (counts.get(name) ?? 0) + 1);
        }
        if (pace.isDue()) await pace.rest();
      }
    }
    const of = (type: number, field: number) => {
      const count = (flaw: Flaw) => counts.get(nameOf(type, field, flaw)) ?? 0;
      return { absent: count('absent'), outside_in: count('outside_in'), outside_types: count('outside_types') };
    };
    return { revision: head.revision, of };
  }

  /** The `api_id`s of the types of published entries, by key. */
  async #typesOf(reader: Reader, keys: readonly string[], model: Model): Promise<Map<string, string>> {
    const all = [...new Set(keys)];
    const types = new Map<string, string>();
    for (let start = 0; start < all.length; start += KEYS_AT_ONCE) {
      const some = all.slice(start, start + KEYS_AT_ONCE);
      const query = { environment: model.environment, state: 'published', withArchived: false, keys: some } as const;
      const { entries } = await this.#parts.engine.keysToStates(query, { within: reader, show: asFound });
      for (const { key, contentType } of entries) types.set(key, model.typeByNumber(contentType)?.apiId ?? '');
    }
    return types;
  }
}

/** A link whose target has to be of one of some types. */
interface RestrictedLink {
  readonly key: string;
  readonly allowed: readonly string[];
  /** What is counted if it is not. */
  readonly name: string;
}

/** What does not fit in one entry, each once, and the links whose targets have to be looked at. */
function flawsOf(
  { content_type, document: text }: PublishedDocument,
  model: Model,
): { found: ReadonlySet<string>; links: readonly RestrictedLink[] } {
  const found = new Set<string>();
  const links: RestrictedLink[] = [];
  const type = model.typeByNumber(content_type);
  if (type === undefined) return { found, links };
  const view = { ...model.readingOf(type), document: JSON.parse(text) as Document };
  for (const level of allLevels(topLevel(view), view)) {
    const owner = level.component?.number ?? type.number;
    for (const field of level.fields)
      if (absentLocales(level, field, view).length > 0) found.add(nameOf(owner, field.number, 'absent'));
    for (const { field, value, path } of valuesAt(level, view)) {
      const { in: listed, content_types: allowed } = settingsOf(field);
      if (
        listed !== undefined &&
        fieldType(field.type)
          .validate(value, field, path)
          .some(({ rule }) => rule === 'in')
      )
        found.add(nameOf(owner, field.number, 'outside_in'));
      if (allowed === undefined) continue;
      const name = nameOf(owner, field.number, 'outside_types');
      for (const { kind, key } of fieldType(field.type).links(value))
        if (kind === 'entry') links.push({ key, allowed, name });
    }
  }
  return { found, links };
}

/** The validations of the values of a field, or of the items of its lists. */
function settingsOf({ items, validations = {} }: Field) {
  return items?.validations ?? validations;
}

function nameOf(type: number, field: number, flaw: Flaw): string {
  return `${type} ${field} ${flaw}`;
}
