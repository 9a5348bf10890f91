/**
 * The project's own source as the tidy test sees it: each file parsed once, with its imports resolved to files.
 * Paths are relative to the root of the checkout and use `/`.
 */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ArrowFunctionExpression,
  type CallExpression,
  type Function as FunctionNode,
  type Node,
  parseSync,
} from 'oxc-parser';

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const PATTERNS = ['packages/*/{src,test}/**/*.{ts,tsx}', 'scripts/*.{ts,mjs}', 'bench/**/*.ts'];
/** Written by programs, and kept by nobody. */
const GENERATED = /\.gen\.ts$/;

/** A function with the line it begins at and its length in lines. */
interface FunctionSize {
  /** `a closure` where it is declared without a name. */
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

/** One file. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  /** The code without its comments, every line in its place. */
  readonly code: string;
  /** Files of the project that it imports, types included. */
  readonly imports: readonly string[];
  /** Packages and built-in modules that it imports. */
  readonly packages: readonly string[];
  readonly hasDefaultExport: boolean;
  readonly functions: readonly FunctionSize[];
  /** Whether SQL is written in it: a template marked `sql`, or the verbs of the query builder. */
  readonly writesSql: boolean;
  /** Names that its SQL writes to and reads from: tables, and whatever else stands in their place. */
  readonly tablesWritten: readonly string[];
  readonly tablesRead: readonly string[];
}

/** Its files are imported by their path under its `src`. */
const OWN_PACKAGE = '@lectern/import/';
const WRITING_VERBS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto']);
const READING_VERBS = new Set(['selectFrom', 'selectNoFrom']);
const JOINING_VERBS = /^(?:(?:inner|left|right|full|cross)(?:Lateral)?Join|using|table)$/;
const WRITING_TEXT =
  /\b(?:insert\s+into|replace\s+into|merge\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+"?(\w+)/gi;
const READING_TEXT = /(?<!\bdelete\s+)\b(?:from|join)\s+"?(\w+)/gi;

/** All files of the project that people write. */
export function readSources(): SourceFile[] {
  const paths = globSync(PATTERNS, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));
  const written = paths.filter((path) => !GENERATED.test(path));
  return written.sort().map((path) => parseSource(path, readFileSync(`${ROOT}/${path}`, 'utf8')));
}

/** What the rules need to know of a file with this path and text. */
export function parseSource(path: string, text: string): SourceFile {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const requests = [
    ...module.staticImports.map((entry) => entry.moduleRequest.value),
    ...module.staticExports.flatMap((entry) => entry.entries.map((item) => item.moduleRequest?.value)),
    ...module.dynamicImports.map((entry) => text.slice(entry.moduleRequest.start + 1, entry.moduleRequest.end - 1)),
  ].filter((request) => request !== undefined);
  const functions: FunctionSize[] = [];
  let writesSql = false;
  const tables = new NamedTables();
  walk(program, (node) => {
    if (isFunction(node))
      functions.push({
        name: node.id?.name ?? 'a closure',
        line: lineAt(text, node.start),
        lines: linesIn(text.slice(node.start, node.end)),
      });
    if (isSql(node)) writesSql = true;
    tables.look(node);
  });
  return {
    path,
    text,
    lines: linesIn(text.trimEnd()),
    code: withoutComments(text, comments),
    imports: requests.map((request) => fileOf(request, path)).filter((file) => file !== null),
    packages: requests.filter((request) => fileOf(request, path) === null),
    hasDefaultExport: module.staticExports.some((entry) =>
      entry.entries.some((item) => item.exportName.kind === 'Default'),
    ),
    functions,
    writesSql,
    tablesWritten: tables.written(),
    tablesRead: tables.read(),
  };
}

/** The file of the project that an import names, relatively or by the name of our package; null for any other package. */
function fileOf(request: string, path: string): string | null {
  if (request.startsWith(OWN_PACKAGE)) return `packages/import/src/${request.slice(OWN_PACKAGE.length)}`;
  return request.startsWith('.') ? posix.join(posix.dirname(path), request) : null;
}

/**
 * Gathers the names of tables in statements. Where a statement takes its table from a variable, every text of the file
 * counts as its name: rather too many than one too few.
 */
class NamedTables {
  readonly #written = new Set<string>();
  readonly #read = new Set<string>();
  readonly #texts = new Set<string>();
  #writesVariable = false;
  #readsVariable = false;

  look(node: Node): void {
    if (node.type === 'CallExpression') this.#lookAtCall(node);
    if (node.type === 'Literal' && typeof node.value === 'string') this.#lookAtText(node.value);
    if (node.type === 'TemplateElement') this.#lookAtText(node.value.raw);
  }

  written(): string[] {
    return [...this.#written, ...(this.#writesVariable ? this.#texts : [])];
  }

  read(): string[] {
    return [...this.#read, ...(this.#readsVariable ? this.#texts : [])];
  }

  #lookAtCall({ callee, arguments: [first] }: CallExpression): void {
    const verb = nameOf(callee);
    const writes = WRITING_VERBS.has(verb);
    if (first === undefined || !(writes || READING_VERBS.has(verb) || JOINING_VERBS.test(verb))) return;
    for (const table of first.type === 'ArrayExpression' ? first.elements : [first]) {
      if (table?.type === 'Literal' && typeof table.value === 'string') {
        const [name = ''] = table.value.split(' ');
        (writes ? this.#written : this.#read).add(name);
      } else if (table !== null && table.type !== 'ArrowFunctionExpression') {
        if (writes) this.#writesVariable = true;
        else this.#readsVariable = true;
      }
    }
  }

  #lookAtText(text: string): void {
    this.#texts.add(text);
    for (const [, name = ''] of text.matchAll(WRITING_TEXT)) this.#written.add(name.toLowerCase());
    for (const [, name = ''] of text.matchAll(READING_TEXT)) this.#read.add(name.toLowerCase());
  }
}

function isFunction(node: Node): node is FunctionNode | ArrowFunctionExpression {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type);
}

function isSql(node: Node): boolean {
  if (node.type === 'TaggedTemplateExpression') return node.tag.type === 'Identifier' && node.tag.name === 'sql';
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const verb = nameOf(node.callee);
  return WRITING_VERBS.has(verb) || READING_VERBS.has(verb);
}

/** The name that is called: `selectFrom` of `db.selectFrom` and of `selectFrom` alike. */
function nameOf(callee: Node): string {
  const named = callee.type === 'MemberExpression' ? callee.property : callee;
  return named.type === 'Identifier' ? named.name : '';
}

/** Visits every node of a syntax tree. */
function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
  } else if (isNode(value)) {
    visit(value);
    for (const item of Object.values(value)) if (typeof item === 'object' && item !== null) walk(item, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function lineAt(text: string, offset: number): number {
  return linesIn(text.slice(0, offset));
}

function linesIn(text: string): number {
  return text.split('\n').length;
}

function withoutComments(text: string, comments: readonly { start: number; end: number }[]): string {
  let code = '';
  let offset = 0;
  for (const { start, end } of comments) {
    code += text.slice(offset, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ');
    offset = end;
  }
  return code + text.slice(offset);
}
