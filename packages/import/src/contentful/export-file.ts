/**
 * A Contentful export as written by `contentful space export`, and how the file is read. Only what the import uses is
 * typed, and nothing in it is trusted beyond what is checked here.
 */
import { readFile, stat } from 'node:fs/promises';
import { parseJson } from '../exact-json.ts';
import { ExportFileError } from '../export-file-error.ts';
import { isRecord } from '../json-object.ts';

/** Largest export that can be read, in bytes; it must fit into one string. */
const EXPORT_BYTES_MAX = 400 * 1024 * 1024;

export interface Sys {
  readonly id: string;
  readonly version?: number;
  readonly publishedVersion?: number;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly publishedAt?: string;
  readonly firstPublishedAt?: string;
  readonly archivedAt?: string;
  readonly archivedVersion?: number;
  readonly contentType?: { readonly sys?: { readonly id?: string } };
  readonly fieldStatus?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface SourceLocale {
  readonly code: string;
  readonly name?: string;
  readonly fallbackCode?: string | null;
  readonly default?: boolean;
  readonly optional?: boolean;
  readonly contentDeliveryApi?: boolean;
}

/** One rule on a field: a single key that names the rule, and optionally a message. */
export type SourceValidation = Readonly<Record<string, unknown>>;

export interface SourceItems {
  readonly type?: string;
  readonly linkType?: string;
  readonly validations?: readonly SourceValidation[] | null;
}

export interface SourceField extends SourceItems {
  readonly id: string;
  readonly name?: string;
  readonly type: string;
  readonly required?: boolean;
  readonly localized?: boolean;
  readonly disabled?: boolean;
  readonly omitted?: boolean;
  readonly deleted?: boolean;
  readonly items?: SourceItems;
  readonly defaultValue?: Readonly<Record<string, unknown>> | null;
}

export interface SourceContentType {
  readonly sys: Sys;
  readonly name?: string;
  readonly description?: string | null;
  readonly displayField?: string | null;
  readonly fields: readonly SourceField[];
}

export interface SourceControl {
  readonly fieldId?: string;
  readonly widgetId?: string;
  readonly settings?: Readonly<Record<string, unknown>> | null;
}

/** The values of one field: locale code → value. */
export type SourceValues = Readonly<Record<string, unknown>>;

/** An entry or an asset. */
export interface SourceItem {
  readonly sys: Sys;
  readonly fields: Readonly<Record<string, SourceValues>>;
  readonly metadata?: { readonly tags?: readonly unknown[]; readonly concepts?: readonly unknown[] };
}

export interface ContentfulExport {
  readonly contentTypes: readonly SourceContentType[];
  /** Content type id → editors of its fields. */
  readonly controls: ReadonlyMap<string, readonly SourceControl[]>;
  readonly entries: readonly SourceItem[];
  readonly assets: readonly SourceItem[];
  readonly locales: readonly SourceLocale[];
  /** What the import ignores in the file: name → count. */
  readonly others: ReadonlyMap<string, number>;
}

/**
 * Reads and validates an export.
 * @throws ExportFileError if the file is missing, too large or not an export
 */
export async function readExportFile(path: string): Promise<ContentfulExport> {
  const text = await readText(path);
  let parsed: unknown;
  try {
    parsed = parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ExportFileError(`${path} is not JSON: ${reasonOf(error)}`);
  }
  return checkedExport(parsed, path);
}

/**
 * Validates a parsed file as an export.
 * @throws ExportFileError if it is not one
 */
export function checkedExport(parsed: unknown, path: string): ContentfulExport {
  if (!isRecord(parsed) || !('contentTypes' in parsed || 'entries' in parsed)) {
    throw new ExportFileError(`${path} is not a Contentful export: it has neither "contentTypes" nor "entries".`);
  }
  const contentTypes = list(parsed, 'contentTypes', path).map((item, index) =>
    checkedContentType(item, `contentTypes[${index}]`, path),
  );
  return {
    contentTypes,
    controls: controlsByType(list(parsed, 'editorInterfaces', path)),
    entries: list(parsed, 'entries', path).map((item, index) => checkedItem(item, `entries[${index}]`, path)),
    assets: list(parsed, 'assets', path).map((item, index) => checkedItem(item, `assets[${index}]`, path)),
    locales: list(parsed, 'locales', path).map((item, index) => checkedLocale(item, `locales[${index}]`, path)),
    others: othersIn(parsed),
  };
}

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > EXPORT_BYTES_MAX) {
      throw new ExportFileError(
        `${path} has ${size} bytes, more than the ${EXPORT_BYTES_MAX} that can be read; export in parts.`,
      );
    }
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof ExportFileError) throw error;
    throw new ExportFileError(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

function list(parsed: Readonly<Record<string, unknown>>, name: string, path: string): readonly unknown[] {
  const value = parsed[name] ?? [];
  if (!Array.isArray(value)) throw new ExportFileError(`${path} is not a Contentful export: "${name}" is not a list.`);
  return value;
}

function checkedContentType(item: unknown, where: string, path: string): SourceContentType {
  checkSys(item, where, path);
  const fields: unknown = item.fields;
  const whole =
    Array.isArray(fields) && fields.every((field) => isRecord(field) && isText(field.id) && isText(field.type));
  if (!whole) throw new ExportFileError(`${path} is damaged: ${where} has no list of fields with an id and a type.`);
  return item as unknown as SourceContentType;
}

function checkedItem(item: unknown, where: string, path: string): SourceItem {
  checkSys(item, where, path);
  const fields: unknown = item.fields ?? {};
  if (!isRecord(fields) || !Object.values(fields).every(isRecord)) {
    throw new ExportFileError(
      `${path} is damaged: in ${where}, each of "fields" has to be an object of locale code and value.`,
    );
  }
  return { ...(item as unknown as SourceItem), fields: fields as SourceItem['fields'] };
}

function checkedLocale(item: unknown, where: string, path: string): SourceLocale {
  if (!isRecord(item) || !isText(item.code)) throw new ExportFileError(`${path} is damaged: ${where} has no code.`);
  return item as unknown as SourceLocale;
}

function checkSys(item: unknown, where: string, path: string): asserts item is Readonly<Record<string, unknown>> {
  const sys = isRecord(item) ? item.sys : undefined;
  if (!isRecord(sys) || !isText(sys.id)) throw new ExportFileError(`${path} is damaged: ${where} has no sys.id.`);
}

function controlsByType(interfaces: readonly unknown[]): ReadonlyMap<string, readonly SourceControl[]> {
  const found = new Map<string, readonly SourceControl[]>();
  for (const editor of interfaces) {
    const id = idOfLink(isRecord(editor) && isRecord(editor.sys) ? editor.sys.contentType : undefined);
    const controls = isRecord(editor) && Array.isArray(editor.controls) ? editor.controls : [];
    if (id !== undefined) found.set(id, controls.filter(isRecord));
  }
  return found;
}

const TAKEN = new Set(['contentTypes', 'editorInterfaces', 'entries', 'assets', 'locales']);

function othersIn(parsed: Readonly<Record<string, unknown>>): ReadonlyMap<string, number> {
  const others = Object.entries(parsed).filter(([name]) => !TAKEN.has(name));
  return new Map(
    others.flatMap(([name, value]) => (Array.isArray(value) && value.length > 0 ? [[name, value.length]] : [])),
  );
}

function idOfLink(link: unknown): string | undefined {
  const id = isRecord(link) && isRecord(link.sys) ? link.sys.id : undefined;
  return isText(id) ? id : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
