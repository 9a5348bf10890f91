/**
 * Reads a whole `strapi export` once, whatever the order of its files. Content is kept; everything else (users, permissions,
 * tokens, webhooks, settings) is only counted, so that passwords and secrets go no further.
 */
import { ExportFileError } from '../../export-file-error.ts';
import { isRecord } from '../../json-object.ts';
import { canonicalLocale } from '../../locale-code.ts';
import { type ArchivedFile, readArchive } from './archive-file.ts';
import { type JsonLine, jsonLines, jsonObject } from './json-lines.ts';
import { FILE_UID, Links } from './links.ts';
import { Rows } from './rows.ts';
import { isContentUid, type SourceSchema, schemaOf, textIn } from './schema.ts';
import { UPLOADS } from './uploads.ts';

const LOCALE_UID = 'plugin::i18n.locale';
const DEFAULT_LOCALE = 'plugin_i18n_default_locale';
const EDITOR_SETTINGS = /^plugin_content_manager_configuration_(?:content_types|components)::(.+)$/;
const VERSION = '5';
/** Maximum bytes of all schemas together; the service accepts models of 4 MiB. */
const SCHEMAS_BYTES_MAX = 32 * 1024 * 1024;
/** Maximum kinds that are counted by name. */
const OTHERS_NAMED_MAX = 500;
const NAME_CHARACTERS_MAX = 100;
const LOCALES_MAX = 1000;

export interface SourceLocale {
  /** In Lectern's spelling. */
  readonly code: string;
  readonly name: string;
}

/** An export. The caller must close it. */
export interface StrapiExport {
  /** Path of the archive. */
  readonly path: string;
  /** Types and components by uid. */
  readonly schemas: ReadonlyMap<string, SourceSchema>;
  readonly rows: Rows;
  readonly links: Links;
  /** Empty if the file has none. */
  readonly locales: readonly SourceLocale[];
  /** Empty if the file names none. */
  readonly defaultLocale: string;
  /** uid → the attribute that the editor shows as the title. */
  readonly titleAttributes: ReadonlyMap<string, string>;
  /** Names of the files of the media library. */
  readonly uploads: ReadonlySet<string>;
  /** What was not read: name → count. */
  readonly others: ReadonlyMap<string, number>;
}

/**
 * Reads an export.
 * @throws ExportFileError if it cannot be read, is damaged, is of another version or not a Strapi export
 */
export async function readStrapiExport(path: string): Promise<StrapiExport> {
  const reader = new ExportReader(path, await Rows.make());
  try {
    return await reader.read();
  } catch (error) {
    await reader.rows.close();
    throw error;
  }
}

class ExportReader {
  readonly rows: Rows;
  readonly #path: string;
  readonly #links = new Links();
  readonly #schemas = new Map<string, SourceSchema>();
  readonly #locales = new Map<string, SourceLocale>();
  readonly #titleAttributes = new Map<string, string>();
  readonly #uploads = new Set<string>();
  readonly #others = new Map<string, number>();
  #defaultLocale = '';
  #schemaBytes = 0;
  #version: string | undefined;

  constructor(path: string, rows: Rows) {
    this.#path = path;
    this.rows = rows;
  }

  async read(): Promise<StrapiExport> {
    for await (const file of readArchive(this.#path, () => this.#count('entries of the archive that are no files')))
      await this.#readFile(file);
    this.#requireVersion();
    return {
      path: this.#path,
      schemas: this.#schemas,
      rows: this.rows,
      links: this.#links,
      locales: [...this.#locales.values()],
      defaultLocale: this.#defaultLocale,
      titleAttributes: this.#titleAttributes,
      uploads: this.#uploads,
      others: this.#others,
    };
  }

  async #readFile(file: ArchivedFile): Promise<void> {
    const { name } = file;
    if (name === 'metadata.json') this.#takeMetadata(await jsonObject(file));
    else if (name.startsWith(UPLOADS)) this.#uploads.add(name.slice(UPLOADS.length));
    else if (/^schemas\/[^/]+\.jsonl$/.test(name)) for await (const line of jsonLines(file)) this.#takeSchema(line);
    else if (/^entities\/[^/]+\.jsonl$/.test(name)) await this.#takeEntities(file);
    else if (/^links\/[^/]+\.jsonl$/.test(name)) for await (const { value } of jsonLines(file)) this.#links.add(value);
    else if (/^configuration\/[^/]+\.jsonl$/.test(name))
      for await (const { value } of jsonLines(file)) this.#takeSetting(value);
    else if (!name.startsWith('assets/metadata/')) this.#count('files of the archive that no Strapi export has');
  }

  #takeMetadata(metadata: Readonly<Record<string, unknown>>): void {
    this.#version = isRecord(metadata.strapi) ? textIn(metadata.strapi, 'version') : '';
  }

  #requireVersion(): void {
    if (this.#version === undefined)
      throw new ExportFileError(`${this.#path} is not a Strapi export: it has no metadata.json.`);
    if (this.#version.split('.')[0] !== VERSION)
      throw new ExportFileError(
        `${this.#path} was made by Strapi ${this.#version || 'of an unknown version'}; upgrade to Strapi ${VERSION} and export again.`,
      );
  }

  #takeSchema({ value, bytes }: JsonLine): void {
    this.#schemaBytes += bytes.length;
    if (this.#schemaBytes > SCHEMAS_BYTES_MAX)
      throw new ExportFileError(`${this.#path} has schemas of more than ${SCHEMAS_BYTES_MAX} bytes.`);
    const schema = schemaOf(value);
    if (schema !== null) this.#schemas.set(schema.uid, schema);
  }

  async #takeEntities(file: ArchivedFile): Promise<void> {
    for await (const line of jsonLines(file)) {
      const uid = textIn(line.value, 'type');
      if (isContentUid(uid) || uid === FILE_UID) await this.rows.add(uid, line, file.name);
      else if (uid === LOCALE_UID) this.#takeLocale(line.value.data);
      else this.#count(uid);
    }
  }

  #takeLocale(data: unknown): void {
    if (!isRecord(data) || this.#locales.size >= LOCALES_MAX) return;
    const code = canonicalLocale(textIn(data, 'code').slice(0, NAME_CHARACTERS_MAX));
    const name = textIn(data, 'name').slice(0, NAME_CHARACTERS_MAX);
    if (code !== '') this.#locales.set(code, { code, name: name || code });
  }

  /** Only two settings are read: the default locale, and which attribute the editor shows as the title. */
  #takeSetting({ type, value }: Readonly<Record<string, unknown>>): void {
    const key = type === 'core-store' && isRecord(value) ? textIn(value, 'key') : '';
    const [, uid] = EDITOR_SETTINGS.exec(key) ?? [];
    if (key === DEFAULT_LOCALE && isRecord(value)) this.#defaultLocale = canonicalLocale(textIn(value, 'value'));
    else if (uid !== undefined && isRecord(value) && isRecord(value.value) && isRecord(value.value.settings))
      this.#titleAttributes.set(uid, textIn(value.value.settings, 'mainField'));
    else this.#count(type === 'webhook' ? 'webhooks' : 'settings');
  }

  #count(kind: string): void {
    const name = kind.slice(0, NAME_CHARACTERS_MAX).replaceAll(/\p{Cc}/gu, '?');
    const counted = this.#others.has(name) || this.#others.size < OTHERS_NAMED_MAX ? name : 'other entities';
    this.#others.set(counted, (this.#others.get(counted) ?? 0) + 1);
  }
}
