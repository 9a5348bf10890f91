/** Reads the entries that a migration changes, and what it makes of each. Writes nothing. */
import { sameJson } from '../../../contract/src/same-json.ts';
import { messageOf } from '../program/command-frame.ts';
import { ifThere, type Service } from '../program/service.ts';
import type { Migration } from '../schema/migration.ts';
import { keptModel } from './model-push.ts';
import { placeIn } from './schema-folder.ts';

/** Values by field and locale. */
export type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An entry, as the management plane shows it. */
export interface ManagedEntry {
  readonly id: string;
  readonly key: string;
  readonly content_type: string;
  readonly status: 'draft' | 'published' | 'changed' | 'archived';
  readonly version: number;
  readonly published_version: number | null;
  readonly fields: Values;
}

/** What one state of an entry becomes. */
export interface StateChange {
  readonly entry: ManagedEntry;
  /** What the change set lies over. */
  readonly onto: 'published' | 'drafts';
  /** The version of that state. */
  readonly version: number;
  readonly fields: Values;
}

/** A migration, and the file that it is in. */
export interface LoadedMigration {
  readonly name: string;
  readonly path: string;
  readonly checksum: string;
  readonly migration: Migration;
}

/** What a function from values to values needs to know of its type. */
interface TypeShape {
  readonly localized: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
  readonly defaultLocale: string;
}

export class MigratedEntries {
  readonly #service: Service;
  readonly #loaded: LoadedMigration;
  readonly #shape: TypeShape;

  private constructor(service: Service, loaded: LoadedMigration, shape: TypeShape) {
    this.#service = service;
    this.#loaded = loaded;
    this.#shape = shape;
  }

  /** @throws Error where the environment has no such type */
  static async of(service: Service, loaded: LoadedMigration): Promise<MigratedEntries> {
    const { content_types } = await keptModel(service);
    const { type: wanted } = loaded.migration;
    const type = content_types.find(({ api_id, kind }) => api_id === wanted && kind === 'entry');
    if (type === undefined)
      throw new Error(
        `${loaded.path}: ${service.place.environment} has no type "${wanted}" with entries; correct it, or run \`lectern push\` first.`,
      );
    let defaultLocale = '';
    for await (const locale of service.all<{ code: string; default: boolean }>(`spaces/${service.place.space}/locales`))
      if (locale.default) defaultLocale = locale.code;
    const fields = new Set(type.fields.map(({ id }) => id));
    const localized = new Set(type.fields.filter((field) => field.localized).map(({ id }) => id));
    return new MigratedEntries(service, loaded, { localized, fields, defaultLocale });
  }

  /** All entries of the type. */
  all(): AsyncGenerator<ManagedEntry> {
    const type = encodeURIComponent(this.#loaded.migration.type);
    return this.#service.all<ManagedEntry>(`${this.#service.pathOf()}/entries?content_type=${type}&order=id`);
  }

  /** One of them as it is now; null if it has gone. */
  now(key: string): Promise<ManagedEntry | null> {
    return ifThere(this.#service.get<ManagedEntry>(`${this.#service.pathOf()}/entries/${encodeURIComponent(key)}`));
  }

  /** What becomes of an entry: of what is published, and of its draft where that differs. Archived ones stay. */
  async changesOf(entry: ManagedEntry): Promise<StateChange[]> {
    const { status, version, published_version: published } = entry;
    if (status === 'archived') return [];
    if (published === null) return this.#changeOf(entry, 'drafts', version, entry.fields);
    if (status === 'published') return this.#changeOf(entry, 'published', published, entry.fields);
    const { fields } = await this.#service.get<{ fields: Values }>(`entries/${entry.id}/versions/${published}`);
    return [
      ...this.#changeOf(entry, 'published', published, fields),
      ...this.#changeOf(entry, 'drafts', version, entry.fields),
    ];
  }

  #changeOf(entry: ManagedEntry, onto: StateChange['onto'], version: number, before: Values): StateChange[] {
    const fields: Record<string, Readonly<Record<string, unknown>>> = {};
    for (const [id, value] of Object.entries(this.#madeOf(entry, onto, before))) {
      if (value === undefined) continue;
      const changed = this.#changedLocales(entry, id, before[id] ?? {}, value);
      if (Object.keys(changed).length > 0) fields[id] = changed;
    }
    return Object.keys(fields).length === 0 ? [] : [{ entry, onto, version, fields }];
  }

  /** Calls the function of the migration. @throws Error that names the entry, and the line where it failed */
  #madeOf(entry: ManagedEntry, onto: StateChange['onto'], before: Values): object {
    const { localized } = this.#shape;
    const values = Object.entries(before).map(([id, byLocale]) => {
      return [id, localized.has(id) ? byLocale : Object.values(byLocale)[0]] as const;
    });
    const state = onto === 'published' ? 'published' : 'draft';
    const { migration, path } = this.#loaded;
    const fields = structuredClone(Object.fromEntries(values));
    let made: unknown;
    try {
      made = migration.change({ id: entry.id, key: entry.key, state, fields });
    } catch (error) {
      throw new Error(`${placeIn(error, path)} failed at ${entry.key} (${state}): ${messageOf(error)}`, {
        cause: error,
      });
    }
    if (made === undefined || made === null) return {};
    // What becomes of it is nobody's: it is refused below.
    if (made instanceof Promise) made.catch(() => {});
    if (typeof made === 'object' && !Array.isArray(made) && !(made instanceof Promise)) return made;
    const given = made instanceof Promise ? 'a promise; it cannot be async' : JSON.stringify(made);
    throw new Error(`${path}: \`change\` has to return an object of fields; it returned ${given}.`);
  }

  /** By locale what differs, with null for what goes. Locales that a map does not name stay. */
  #changedLocales(entry: ManagedEntry, id: string, before: Values[string], given: unknown): Record<string, unknown> {
    const { fields, localized, defaultLocale } = this.#shape;
    const place = `${this.#loaded.path} at ${entry.key}`;
    if (!fields.has(id)) throw new Error(`${place}: the type ${entry.content_type} has no field "${id}".`);
    const isMap = typeof given === 'object' && given !== null && !Array.isArray(given);
    if (localized.has(id) && given !== null && !isMap)
      throw new Error(`${place}: "${id}" has values by locale; return them as { ${defaultLocale}: … }.`);
    const whole = given === null ? Object.fromEntries(Object.keys(before).map((locale) => [locale, null])) : given;
    const after = localized.has(id) ? (whole as Values[string]) : { [defaultLocale]: given };
    const named = Object.entries(after).filter(([, value]) => value !== undefined);
    return Object.fromEntries(named.filter(([locale, value]) => !sameJson(value, before[locale] ?? null)));
  }
}
