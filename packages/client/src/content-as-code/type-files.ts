/**
 * Writes the content types of an environment as files, one for each. Invariant: the same model gives the same files, and the model that they
 * define is the one that they were written from.
 */
import { dirname, relative } from 'node:path';
import {
  type FieldDefinition,
  type FieldTypeName,
  limitsOnValues,
  type Validations,
} from '../../../contract/src/fields.ts';
import type { FieldGroup, Layout } from '../../../contract/src/layout.ts';
import { commonSettings, definers, fieldCode } from '../schema/field-code.ts';
import { around, type Code, literal, object, prefixed, textOfCode } from './code-text.ts';
import type { KeptType } from './kept-model.ts';

const PACKAGE = '@lectern/client/schema';
/** What a constant cannot be called: words of the language, and what the files import. */
const TAKEN = [
  ...'arguments await break case catch class const continue debugger default delete do else enum eval export extends'.split(
    ' ',
  ),
  ...'false finally for function if implements import in instanceof interface let new null package private'.split(' '),
  ...'protected public return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  ),
  ...Object.values(definers),
  ...Object.values(fieldCode).map(({ builder }) => builder),
];

/** A file. */
export interface TypeFile {
  /** Within its folder. */
  readonly name: string;
  /** Of its type. */
  readonly apiId: string;
  readonly text: string;
  /** Whether the file that the project has is left alone, as it is not that of one type under its usual name. */
  readonly isLeft: boolean;
}

/** Where code of the project defines a type. */
export interface TypePlace {
  /** Within the folder. */
  readonly file: string;
  readonly exported: string;
  /** Whether the file exports nothing else. */
  readonly isAlone: boolean;
}

/** What there is already: the places of types by `api_id`, and all files. */
interface Present {
  readonly places: ReadonlyMap<string, TypePlace>;
  readonly files: readonly string[];
}

/** The constants and files of types, by `api_id`, and what the files export them as. */
type Names = ReadonlyMap<string, { readonly constant: string; readonly file: string; readonly exported: string }>;

/** What a file needs of others. */
interface Imports {
  readonly builders: Set<string>;
  readonly types: Set<string>;
}

/** The files of a model. Types that a folder has already stay in their files. */
export function typeFiles(types: readonly KeptType[], present: Present = { places: new Map(), files: [] }): TypeFile[] {
  const names = namesOf(types.map(({ api_id }) => api_id).sort(), present);
  return types.map((type) => {
    const { api_id: apiId } = type;
    const { file = '', constant, exported } = names.get(apiId) ?? {};
    const isLeft = present.places.get(apiId)?.isAlone === false || exported !== constant;
    return { name: file, apiId, text: typeFile(type, names), isLeft };
  });
}

function typeFile(type: KeptType, names: Names): string {
  const imports: Imports = { builders: new Set([definers[type.kind]]), types: new Set() };
  const { constant = '', file = '' } = names.get(type.api_id) ?? {};
  const fields = type.fields.map((field) => [field.id, fieldText(field, names, imports)] as const);
  const members = [...settingsOf(type), ['fields', object(fields, { tall: fields.length > 0 })] as const];
  const call = object(members, {
    before: `${definers[type.kind]}(${textOfCode(literal(type.api_id))}, `,
    after: ')',
    tall: true,
  });
  imports.types.delete(type.api_id);
  return `${importsText(imports, names, file)}\n${textOfCode(prefixed(`export const ${constant} = `, call))};\n`;
}

function settingsOf(type: KeptType): [string, Code][] {
  const { name, description, display_field, slug_field, preview_url, preview_picture, deliver_former_ids, layout } =
    type;
  return membersOf({
    name,
    description: description || undefined,
    display: display_field,
    slug: slug_field,
    previewUrl: preview_url,
    previewPicture: preview_picture,
    deliverFormerIds: deliver_former_ids || undefined,
    layout: layout && layoutOf(layout),
  });
}

/** Without what says nothing. */
function layoutOf({ groups, side, half }: Layout): object {
  const said = (fields: readonly string[]) => (fields.length === 0 ? undefined : fields);
  const group = ({ id, name, display, fields }: FieldGroup) => present({ id, name, display, fields: said(fields) });
  return present({ groups: groups.length === 0 ? undefined : groups.map(group), side: said(side), half: said(half) });
}

function fieldText(field: FieldDefinition, names: Names, imports: Imports): Code {
  const { type, items } = field;
  const types = typesOf(field, names, imports);
  const settings = [...commonOf(field), ...limitsIn(type, field.validations)];
  if (type === 'rich_text')
    return call(type, null, types === null ? settings : [...settings, ['links', types]], imports);
  if (type !== 'array') return call(type, types, settings, imports);
  const item = items?.type ?? 'string';
  return call(type, call(item, types, limitsIn(item, items?.validations), imports), settings, imports);
}

/** `entry(() => author, { required: true })` */
function call(type: FieldTypeName, first: Code | null, settings: readonly [string, Code][], imports: Imports): Code {
  const { builder } = fieldCode[type];
  imports.builders.add(builder);
  if (settings.length === 0) return first === null ? `${builder}()` : around(`${builder}(`, first, ')');
  if (first === null) return object(settings, { before: `${builder}(`, after: ')' });
  const line = textOfCode(first);
  if (line.includes('\n')) return { open: `${builder}(`, members: [first, object(settings)], close: ')' };
  return object(settings, { before: `${builder}(${line}, `, after: ')' });
}

/** The settings that all fields may have, as far as they say something. */
function commonOf(field: FieldDefinition): [string, Code][] {
  const { id, name, required, localized, unique, former_ids: former = [] } = field;
  const said: Readonly<Record<string, unknown>> = {
    ...field,
    name: name === id ? null : name,
    required: required || null,
    localized: localized || null,
    unique: unique || null,
  };
  const { restore: _, ...common } = commonSettings;
  const settings = Object.entries(common).map(([setting, member]) => [setting, said[member]]);
  return membersOf({ ...Object.fromEntries(settings), previously: former.length > 1 ? former : former[0] });
}

function limitsIn(type: FieldTypeName, validations: Validations = {}): [string, Code][] {
  const limits = Object.entries(fieldCode[type].limits);
  return membersOf(Object.fromEntries(limits.map(([setting, limit]) => [setting, limit && validations[limit]])));
}

/** `() => author`; null where all types are allowed. */
function typesOf(field: FieldDefinition, names: Names, imports: Imports): Code | null {
  const listed = field.component ?? field.components ?? limitsOnValues(field).content_types;
  if (listed === undefined) return null;
  const [first, ...others] = [listed].flat().map((apiId) => {
    const known = names.get(apiId);
    if (known === undefined) return textOfCode(literal(apiId));
    imports.types.add(apiId);
    return known.constant;
  });
  if (first !== undefined && others.length === 0) return `() => ${first}`;
  return { open: '() => [', members: first === undefined ? [] : [first, ...others], close: ']' };
}

function importsText({ builders, types }: Imports, names: Names, file: string): string {
  const line = (members: readonly string[], from: string) =>
    `${textOfCode({ open: 'import {', members, close: `} from ${textOfCode(literal(from))}`, spaced: true })};\n`;
  const others = [...types].sort().flatMap((apiId) => {
    const known = names.get(apiId);
    if (known === undefined) return [];
    const { constant, exported } = known;
    return [line([exported === constant ? constant : `${exported} as ${constant}`], pathFrom(file, known.file))];
  });
  return [line([...builders].sort(), PACKAGE), ...others].join('');
}

/** What a file imports another one by. */
function pathFrom(file: string, other: string): string {
  const path = relative(dirname(file), other).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Constants in the way of TypeScript and files, each once: `blog-post` and `blog_post` are two types. */
function namesOf(apiIds: readonly string[], present: Present): Names {
  const files = new Set(present.files.map((file) => file.toLowerCase()));
  const constants = new Set(TAKEN);
  const unused = (taken: Set<string>, wanted: string, fold: (name: string) => string): string => {
    let name = wanted;
    for (let count = 2; taken.has(fold(name)); count++) name = `${wanted}_${count}`;
    taken.add(fold(name));
    return name;
  };
  return new Map(
    apiIds.map((apiId) => {
      const [first = '', ...others] = apiId.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
      const joined = [first, ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
      const wanted = /^[A-Za-z]/.test(joined) ? joined : `type${joined}`;
      const constant = unused(constants, constants.has(wanted) ? `${wanted}Type` : wanted, (name) => name);
      const place = present.places.get(apiId);
      if (place !== undefined) return [apiId, { constant, ...place }];
      // Some file systems do not tell case apart.
      const name = unused(files, apiId, (name) => `${name.toLowerCase()}.ts`);
      return [apiId, { constant, file: `${name}.ts`, exported: constant }];
    }),
  );
}

function membersOf(values: object): [string, Code][] {
  return Object.entries(present(values)).map(([name, value]) => [name, literal(value)]);
}

/** Without what is null or undefined. */
function present(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
}
