/**
 * Parses filters and the paths of PATCH (RFC 7644, sections 3.4.2.2 and 3.5.2, figures 1 and 7) into trees, without using any
 * schema: names stay as written. Length and nesting are bounded, so that no filter overflows the stack.
 */
import { badRequest } from './scim-error.ts';

const LENGTH_MAX = 8_192;
const DEPTH_MAX = 20;
const CONDITIONS_MAX = 200;

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof operators)[number];
/** A value that an attribute is compared with. */
export type Literal = string | number | boolean | null;

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'compare'; readonly path: string; readonly operator: Operator; readonly literal: Literal }
  /** A single value of a multi-valued attribute matches the whole inner filter, as in `emails[type eq "work"]`. */
  | { readonly kind: 'value'; readonly path: string; readonly filter: Filter };

/** The path of a PATCH operation: `members[value eq "…"].display` has all three parts. */
export interface PatchPath {
  readonly attribute: string;
  readonly filter: Filter | undefined;
  readonly subAttribute: string | undefined;
}

/** @throws `invalidFilter` */
export function parseFilter(text: string): Filter {
  const parser = new Parser(text, 'invalidFilter');
  const filter = parser.filter(0);
  parser.end();
  return filter;
}

/** @throws `invalidPath` */
export function parsePatchPath(text: string): PatchPath {
  const parser = new Parser(text, 'invalidPath');
  const path = parser.patchPath();
  parser.end();
  return path;
}

/** A JSON string, a bracket, or anything else up to the next space or bracket. */
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+)\s*/y;
const NAME = /^(?:urn:[A-Za-z0-9:._-]+:)?[$A-Za-z][$A-Za-z0-9_-]*(?:\.[$A-Za-z][$A-Za-z0-9_-]*)*$/i;
const EXTENSION = /^urn:[A-Za-z0-9:._-]+$/i;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class Parser {
  readonly #tokens: readonly string[];
  readonly #errorType: 'invalidFilter' | 'invalidPath';
  #next = 0;
  #conditions = 0;

  constructor(text: string, errorType: 'invalidFilter' | 'invalidPath') {
    this.#errorType = errorType;
    this.#tokens = this.#tokensOf(text);
  }

  /** `or` binds less than `and`. */
  filter(depth: number, isInside = false): Filter {
    if (depth > DEPTH_MAX) throw this.#error(`It is nested deeper than ${DEPTH_MAX} levels; flatten it.`);
    return this.#joined('or', () => this.#joined('and', () => this.#term(depth, isInside)));
  }

  patchPath(): PatchPath {
    const attribute = this.#name();
    if (!this.#skip('[')) return { attribute, filter: undefined, subAttribute: undefined };
    const filter = this.#inner(0);
    const rest = this.#tokens[this.#next];
    if (rest === undefined) return { attribute, filter, subAttribute: undefined };
    this.#next++;
    if (!/^\.[$A-Za-z][$A-Za-z0-9_-]*$/.test(rest)) throw this.#unexpected(rest);
    return { attribute, filter, subAttribute: rest.slice(1) };
  }

  /** @throws if any text is left */
  end(): void {
    const rest = this.#tokens[this.#next];
    if (rest !== undefined) throw this.#unexpected(rest);
  }

  #joined(kind: 'and' | 'or', part: () => Filter): Filter {
    const first = part();
    const filters = [first];
    while (this.#skip(kind)) filters.push(part());
    return filters.length === 1 ? first : { kind, filters };
  }

  #term(depth: number, isInside: boolean): Filter {
    if (this.#tokens[this.#next + 1] === '(' && this.#skip('not'))
      return { kind: 'not', filter: this.#group(depth, isInside) };
    if (this.#tokens[this.#next] === '(') return this.#group(depth, isInside);
    const path = this.#name();
    if (++this.#conditions > CONDITIONS_MAX) throw this.#error(`It has more than ${CONDITIONS_MAX} conditions.`);
    if (!isInside && this.#skip('[')) return { kind: 'value', path, filter: this.#inner(depth) };
    return this.#comparison(path);
  }

  #group(depth: number, isInside: boolean): Filter {
    this.#next++;
    const filter = this.filter(depth + 1, isInside);
    this.#require(')');
    return filter;
  }

  /** The filter inside brackets, after the opening one. */
  #inner(depth: number): Filter {
    const filter = this.filter(depth + 1, true);
    this.#require(']');
    return filter;
  }

  #comparison(path: string): Filter {
    const word = this.#take().toLowerCase();
    if (word === 'pr') return { kind: 'present', path };
    const operator = operators.find((one) => one === word);
    if (operator === undefined)
      throw this.#error(`"${word}" is not an operator; use ${operators.join(', ')} or pr after "${path}".`);
    return { kind: 'compare', path, operator, literal: this.#literal() };
  }

  #literal(): Literal {
    const token = this.#take();
    if (token.startsWith('"')) return this.#text(token);
    if (NUMBER.test(token)) return Number(token);
    const word = WORDS.get(token.toLowerCase());
    if (word === undefined) throw this.#error(`Put the text ${token} in double quotes.`);
    return word;
  }

  #text(token: string): string {
    try {
      return JSON.parse(token) as string;
    } catch {
      throw this.#error(`${token} is not a JSON string; escape what it contains.`);
    }
  }

  #name(): string {
    const token = this.#take();
    if (NAME.test(token) || EXTENSION.test(token)) return token;
    throw this.#unexpected(token);
  }

  #take(): string {
    const token = this.#tokens[this.#next];
    if (token === undefined) throw this.#error('It ends too early; complete it.');
    this.#next++;
    return token;
  }

  #skip(word: string): boolean {
    if (this.#tokens[this.#next]?.toLowerCase() !== word) return false;
    this.#next++;
    return true;
  }

  #require(bracket: string): void {
    if (!this.#skip(bracket)) throw this.#error(`A "${bracket}" is missing; add it.`);
  }

  #unexpected(token: string): Error {
    return this.#error(`"${token.slice(0, 100)}" is not allowed there; see RFC 7644, section 3.4.2.2.`);
  }

  #error(reason: string): Error {
    const what = this.#errorType === 'invalidFilter' ? 'filter' : 'path';
    return badRequest(this.#errorType, `The ${what} cannot be read. ${reason}`);
  }

  #tokensOf(text: string): string[] {
    if (text.length > LENGTH_MAX) throw this.#error(`It is longer than ${LENGTH_MAX} characters.`);
    const tokens: string[] = [];
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < text.length) {
      const token = TOKEN.exec(text)?.[1];
      if (token === undefined) throw this.#error('A text in it has no closing quote; add it.');
      tokens.push(token);
    }
    return tokens;
  }
}
