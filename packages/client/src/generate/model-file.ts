/**
 * Writes the model of an environment as TypeScript. Invariant: the same model gives the same text, whoever asks and whenever; only the
 * counts in comments at the ends of lines follow what is published.
 */
import { componentsOf } from '../../../contract/src/fields.ts';
import type { DeliveredField, DeliveredLocale, DeliveredModel, DeliveredType } from './delivered-model.ts';
import { counted, fieldText, isOrdered, type ModelNames, quoted, union } from './field-types.ts';

const HEAD = `/** The content model. \`lectern types\` writes this file: run it again instead of changing it. */`;
const PACKAGE = '@lectern/client';
const IMPORTED = [
  'Json',
  'Location',
  'OfBlocks',
  'OfComponent',
  'ToAsset',
  'ToAssets',
  'ToEntries',
  'ToEntry',
  'WithLinks',
];
const COUNTS = /; \/\/ .*$/gm;
const IDENTIFIER = /^[A-Za-z_]\w*$/;
const LINE_CHARACTERS_MAX = 100;

/** A content type with the names of its interfaces. */
interface NamedType {
  readonly type: DeliveredType;
  readonly name: string;
}

/** The file. */
export function modelFile({ types, locales }: DeliveredModel): string {
  const named = withNames(types.toSorted((a, b) => (a.api_id < b.api_id ? -1 : 1)));
  const entryTypes = named.filter(({ type }) => type.kind === 'entry');
  const components = named.filter(({ type }) => type.kind === 'component');
  const names = { entryTypes: entryTypes.map(({ type }) => type.api_id) };
  const uncertain = locales.some(({ optional }) => optional) ? componentsByLocale(types) : new Set<string>();
  const interfaces = named.map((one) => interfacesOf(one, names, uncertain.has(one.type.api_id)));
  const body = [
    ...interfaces,
    `/** The content types. */\nexport type AnyType = ${union(names.entryTypes)};`,
    `/** For \`createClient<Model>\`. */\nexport interface Model {
  locale: ${union(locales.map(({ code }) => code).sort())};
  /** Locales in which required values may be missing. */
  sparse: ${union(sparseLocales(locales))};
  types: {${entryTypes.map((one) => typeLine(one, true)).join('')}
  };
  components: {${components.map((one) => typeLine(one, false)).join('')}
  };
}`,
  ].join('\n\n');
  const imported = importOf(IMPORTED.filter((name) => new RegExp(`\\b${name}\\b`).test(body)));
  return `${HEAD}\n${imported}${body}\n`;
}

function importOf(names: readonly string[]): string {
  if (names.length === 0) return '';
  const line = `import type { ${names.join(', ')} } from '${PACKAGE}';`;
  if (line.length <= LINE_CHARACTERS_MAX) return `${line}\n\n`;
  return `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from '${PACKAGE}';\n\n`;
}

/** Whether two files give the same types: what is published may be counted otherwise. */
export function haveSameTypes(one: string, other: string): boolean {
  return withoutCounts(one) === withoutCounts(other);
}

function withoutCounts(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(COUNTS, ';');
}

/** Locales that need no values, and fall back on none that does. */
function sparseLocales(locales: readonly DeliveredLocale[]): string[] {
  const byCode = new Map(locales.map((locale) => [locale.code, locale]));
  const isSparse = (locale: DeliveredLocale | undefined, passed: readonly string[] = []): boolean => {
    if (locale === undefined || passed.includes(locale.code)) return true;
    if (locale.default || !locale.optional) return false;
    return locale.fallback === null || isSparse(byCode.get(locale.fallback), [...passed, locale.code]);
  };
  return locales
    .filter((locale) => isSparse(locale))
    .map(({ code }) => code)
    .sort();
}

/**
 * Components that stand in values of one locale, also inside of others. An optional locale may have such a value of its own, in which
 * nothing is required.
 */
function componentsByLocale(types: readonly DeliveredType[]): Set<string> {
  const fieldsOf = new Map(types.map(({ api_id, fields }) => [api_id, fields]));
  const found = new Set<string>();
  const add = (field: DeliveredField): void => {
    for (const name of componentsOf(field)) {
      if (found.has(name)) continue;
      found.add(name);
      fieldsOf.get(name)?.forEach(add);
    }
  };
  for (const { fields } of types) for (const field of fields) if (field.localized) add(field);
  return found;
}

/** Names in the way of TypeScript, each once: `blog-post` and `blog_post` are two types. */
function withNames(types: readonly DeliveredType[]): NamedType[] {
  // Its links would be those of rich text, which the file may import.
  const taken = new Set(['with']);
  return types.map((type) => {
    const words = type.api_id.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
    const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
    const base = /^[A-Z]/.test(joined) ? joined : `Type${joined}`;
    let name = base;
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${base}_${count}`;
    taken.add(name.toLowerCase());
    return { type, name };
  });
}

/** @param isUncertain whether what is required may be missing in optional locales */
function interfacesOf({ type, name }: NamedType, names: ModelNames, isUncertain: boolean): string {
  const fields: string[] = [];
  const links: string[] = [];
  for (const field of type.fields) {
    const { isLink, line } = fieldLine(field, names, isUncertain);
    (isLink ? links : fields).push(line);
  }
  const title = docs([type.name, type.description], '');
  return `${title}${interfaceText(`${name}Fields`, fields)}\n${interfaceText(`${name}Links`, links)}`;
}

/** A type alias where it is empty, as an interface without members would take anything. */
function interfaceText(name: string, lines: readonly string[]): string {
  return lines.length === 0
    ? `export type ${name} = Record<never, never>;`
    : `export interface ${name} {\n${lines.join('\n')}\n}`;
}

function fieldLine(field: DeliveredField, names: ModelNames, isUncertain: boolean): { isLink: boolean; line: string } {
  const { id, required, help, former_ids: former = [], evidence } = field;
  const { isLink, type, reason } = fieldText(field, names);
  const isThere = required && evidence?.absent === 0 && !isUncertain;
  const reasons = reason === null ? [] : [reason];
  if (required && evidence && evidence.absent > 0) reasons.push(counted(evidence.absent, 'has', 'have', 'none'));
  else if (required && isUncertain) reasons.push('optional locales need none');
  const why = reasons.length === 0 ? '' : ` // ${reasons.join(', ')}`;
  const formerly = former.length === 0 ? '' : `Formerly ${former.map((one) => `\`${one}\``).join(', ')}.`;
  return { isLink, line: `${docs([help, formerly], '  ')}  ${id}${isThere ? '' : '?'}: ${type};${why}` };
}

function typeLine({ type, name }: NamedType, isEntry: boolean): string {
  const localized = union(type.fields.filter((field) => field.localized).map(({ id }) => id));
  const order = union(type.fields.filter(isOrdered).map(({ id }) => id));
  const parts = [`fields: ${name}Fields`, `links: ${name}Links`, `localized: ${localized}`];
  if (isEntry) parts.push(`order: ${order}`);
  const key = IDENTIFIER.test(type.api_id) ? type.api_id : quoted(type.api_id);
  const line = `    ${key}: { ${parts.join('; ')} };`;
  if (line.length <= LINE_CHARACTERS_MAX) return `\n${line}`;
  return `\n    ${key}: {\n${parts.map((part) => `      ${part};\n`).join('')}    };`;
}

/** A comment for editors of code; nothing where there is nothing to say. */
function docs(texts: readonly (string | undefined)[], indent: string): string {
  const lines = texts
    .flatMap((text) => (text ?? '').split(/\r\n|[\n\r\u2028\u2029]/))
    .map((line) => line.trim().replaceAll('*/', '*\\/'))
    .filter((line) => line !== '');
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}
