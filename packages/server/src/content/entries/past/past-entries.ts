/**
 * The entries that readers saw at a revision, as what lies over those that they see now: each that has changed since, as it was. Where
 * entries of a type are found otherwise by the model of then, all that were published are laid over, with the values of then.
 */
import { zstdDecompressSync } from 'node:zlib';
import type { ContentType } from '../../../model/content-types/content-type.ts';
import type { Model } from '../../../model/content-types/model.ts';
import type { Models } from '../../../model/content-types/models.ts';
import { holdsBlocks } from '../../../model/fields/document/own-values.ts';
import type { Document } from '../../../model/fields/field.ts';
import type { Environment } from '../../../model/spaces/environment.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { Pace } from '../../../platform/kit/pace.ts';
import type { IndexValues } from '../../../reading/query/index-row.ts';
import type {
  OverlaidDocument,
  OverlaidRow,
  OverlayContent,
  OverlaySource,
  SeeTexts,
} from '../../../reading/query/overlay-source.ts';
import { notOf } from '../../../reading/query-string/as-of.ts';
import { factsOf } from '../facts.ts';
import { nameOf, publishedNow, type StateThen, statesThen, type VersionOf, versionDocuments } from './store.ts';

/** Entries that may lie over those of now: as many are read once, which takes about a second. */
export const PAST_ENTRIES_MAX = 20_000;
/** Documents read at a time. */
const DOCUMENTS_AT_ONCE = 100;

/** An entry that was published, and its version. */
type Published = StateThen & { readonly version: number };

export class PastEntries implements OverlaySource {
  readonly state = 'published';
  readonly isOfThen = true;
  readonly name: string;
  readonly #models: Pick<Models, 'within'>;
  readonly #environment: Environment;
  readonly #revision: number;
  /** The versions that were read, by key. */
  #versions: ReadonlyMap<string, VersionOf> = new Map();

  constructor(models: Pick<Models, 'within'>, environment: Environment, revision: number) {
    this.name = `as of ${revision}`;
    this.#models = models;
    this.#environment = environment;
    this.#revision = revision;
  }

  /** @throws `validation_failed` if too many entries have changed since */
  async read(reader: Reader, then: Model, see?: SeeTexts): Promise<OverlayContent> {
    const { number } = this.#environment;
    const changed = await statesThen(reader, { environment: number, revision: this.#revision }, PAST_ENTRIES_MAX + 1);
    const isChanged = new Set(changed.map(({ entry }) => entry));
    const others = otherTypes(then, await this.#models.within(reader, this.#environment));
    const stood = await publishedNow(reader, number, others, PAST_ENTRIES_MAX + 1);
    const states = [...changed, ...stood.filter(({ entry }) => !isChanged.has(entry))];
    if (states.length > PAST_ENTRIES_MAX) throw this.#tooMany();
    const published = states.filter((state): state is Published => state.version !== null);
    const rows = await this.#rows(reader, published, { then, see });
    const shown = new Map(published.map(({ key, entry, version }) => [key, { entry, version }]));
    this.#versions = shown;
    return { name: this.name, rows, gone: states.flatMap(({ key }) => (shown.has(key) ? [] : key)), restsOn: null };
  }

  async documents(reader: Reader, _model: Model, keys: readonly string[]) {
    const wanted = keys.flatMap((key) => {
      const version = this.#versions.get(key);
      return version === undefined ? [] : [{ key, ...version }];
    });
    const texts = await versionDocuments(reader, wanted);
    const documents = new Map<string, OverlaidDocument>();
    for (const { key, ...version } of wanted) {
      const basis = nameOf(version);
      const packed = texts.get(basis);
      if (packed !== undefined) documents.set(key, { basis, text: unpacked(packed) });
    }
    return documents;
  }

  async #rows(
    reader: Reader,
    published: readonly Published[],
    { then, see }: { readonly then: Model; readonly see: SeeTexts | undefined },
  ): Promise<OverlaidRow[]> {
    const pace = new Pace();
    const rows: OverlaidRow[] = [];
    for (let start = 0; start < published.length; start += DOCUMENTS_AT_ONCE) {
      const some = published.slice(start, start + DOCUMENTS_AT_ONCE);
      const documents = await versionDocuments(reader, some);
      for (const state of some) {
        const packed = documents.get(nameOf(state));
        const type = then.typeByNumber(state.content_type);
        if (packed === undefined || type === undefined)
          throw new Error(`Version ${state.version} of the entry ${state.key} is gone, or its content type of then.`);
        const { index, textIn } = factsOf(JSON.parse(unpacked(packed)) as Document, type, then);
        const row = rowOf(state, JSON.parse(JSON.stringify(index)) as IndexValues);
        see?.(row, textIn);
        rows.push(row);
        await pace.restIfDue();
      }
    }
    return rows;
  }

  #tooMany() {
    const message = `Choose a later moment; more than ${PAST_ENTRIES_MAX} entries have changed since revision ${this.#revision}, or are found otherwise as their content types have changed.`;
    return notOf(message, { limit: PAST_ENTRIES_MAX });
  }
}

function rowOf(state: Published, values: IndexValues): OverlaidRow {
  const savedAt = state.saved_at ?? state.created_at;
  return {
    id: state.entry,
    version: state.version,
    contentType: state.content_type,
    key: state.key,
    status: 'published',
    createdAt: state.created_at,
    createdBy: state.created_by,
    updatedAt: savedAt,
    updatedBy: '',
    publishedAt: state.published_at,
    firstPublishedAt: state.first_published_at,
    values,
    basis: nameOf(state),
  };
}

/** The numbers of the types whose entries are found otherwise by one model than by another. */
function otherTypes(then: Model, now: Model): number[] {
  return then.entryTypes.flatMap((type) => {
    const same = now.typeByNumber(type.number);
    return same !== undefined && findingsOf(type, then) === findingsOf(same, now) ? [] : [type.number];
  });
}

/** Everything of a model that decides by what an entry of a type is found. */
function findingsOf({ fields, displayField, slugField }: ContentType, { types, locales }: Model): string {
  const inside = fields.some(holdsBlocks) ? types.filter(({ kind }) => kind === 'component') : [];
  const components = inside.map((component) => [component.number, component.apiId, component.fields]);
  return JSON.stringify({ fields, displayField, slugField, components, locales: locales.all });
}

function unpacked(document: Uint8Array): string {
  return zstdDecompressSync(document).toString('utf8');
}
