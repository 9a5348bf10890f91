/**
 * Validates requests against the schemas of their routes, with messages that say what to do. Schemas are compiled on first
 * use, none at startup. Bodies are never coerced; queries and paths are.
 */
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { RuleName, Violation } from '../../../../contract/src/violations.ts';
import { VIOLATIONS_MAX, validationFailed } from '../errors/domain-error.ts';
import { didYouMean, quoted } from '../kit/suggestion.ts';

const PREFIXES: Readonly<Record<string, string>> = { querystring: 'query', params: 'path', headers: 'headers' };
/** A whole number in a query string or path. */
const DECIMAL = /^-?\d{1,15}$/;
const PATH_LENGTH_MAX = 200;

/** Checks a value and throws what is wrong with it. */
export type SchemaCheck = (value: unknown) => void;

/** For routes whose handlers read queries and bodies whole: their schemas are for the documentation. */
export const readByHandler = { validatorCompiler: () => (value: unknown) => ({ value }) };

/** Makes the validator of one part of a request. */
export function validatorCompiler(): FastifySchemaCompiler<TSchema> {
  return ({ schema, httpPart = 'body' }) => {
    const prefix = PREFIXES[httpPart];
    const check = schemaCheck(schema, { prefix, isText: httpPart !== 'body' });
    return (value: unknown) => {
      try {
        check(value);
        return { value };
      } catch (error) {
        return { error: error as Error };
      }
    };
  };
}

/**
 * Creates the check of a schema. It looks for problems only in values that have one, and stops when it has as many as are
 * listed, so the time for an invalid value does not grow with the number of its problems.
 * @param options.prefix the prefix of paths
 * @param options.isText whether values arrive as text, as in a query string, and are converted
 */
export function schemaCheck(
  schema: TSchema,
  options: { prefix?: string | undefined; isText?: boolean } = {},
): SchemaCheck {
  const { prefix, isText = false } = options;
  const integers = isText ? integersOf(schema) : [];
  let isValid: ValidateFunction | undefined;
  let explain: ValidateFunction | undefined;
  return (value) => {
    const written = integers.filter((name) => !isDecimal((value as Readonly<Record<string, unknown>>)[name]));
    if (written.length > 0) throw validationFailed(written.map((name) => notDecimal(name, prefix)));
    isValid ??= compiler(isText).compile(schema);
    if (isValid(value)) return;
    explain ??= compiler(isText, { allErrors: true, code: { process: endAtMax } }).compile(schema);
    throw validationFailed(violationsOf(errorsOf(explain, value), prefix));
  };
}

const compilers = new Map<string, Ajv>();

/** Compilers are shared, because each compiles the meta-schema once. */
function compiler(coerceTypes: boolean, more: Options = {}): Ajv {
  const name = `${coerceTypes} ${more.allErrors}`;
  const known = compilers.get(name) ?? new Ajv({ coerceTypes, strict: false, verbose: true, ...more });
  compilers.set(name, known);
  return known;
}

/** Ajv cannot limit errors, so its generated code is changed: an error beyond the limit ends the check by throwing the list. */
function endAtMax(code: string): string {
  return code.replaceAll(/vErrors\.push\((\w+)\);/g, `if (vErrors.push($1) > ${VIOLATIONS_MAX}) throw vErrors;`);
}

function errorsOf(explain: ValidateFunction, value: unknown): readonly ErrorObject[] {
  try {
    explain(value);
    return explain.errors ?? [];
  } catch (errors) {
    if (Array.isArray(errors)) return errors;
    throw errors;
  }
}

function integersOf({
  properties = {},
}: TSchema & { properties?: Readonly<Record<string, TSchema & { type?: string }>> }) {
  return Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
}

/** Whether a given whole number is written in plain digits: not `1e3`, `0x10`, ` 10` or `+1`. */
function isDecimal(text: unknown): boolean {
  return typeof text !== 'string' || DECIMAL.test(text);
}

function notDecimal(name: string, prefix: string | undefined): Violation {
  const path = prefix === undefined ? name : `${prefix}.${name}`;
  return { path, rule: 'type', message: 'Has to be a whole number in plain digits, such as 10.' };
}

/** Ajv's errors in our words; paths start with `prefix`. */
function violationsOf(errors: readonly ErrorObject[], prefix: string | undefined): Violation[] {
  const leaves = errors.filter(
    (error) => error.keyword !== 'anyOf' && error.keyword !== 'if' && !isOtherBranch(error, errors),
  );
  const violations = (leaves.length > 0 ? leaves : errors).map((error) => violationOf(error, prefix));
  return [...new Map(violations.map((violation) => [`${violation.path} ${violation.message}`, violation])).values()];
}

/** Whether the error is about a union branch of another type, while the branch of the value's type says what is wrong. */
function isOtherBranch(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  const union = /^(.*\/anyOf)\/\d+\/type$/.exec(error.schemaPath)?.[1];
  if (union === undefined) return false;
  return errors.some(
    ({ schemaPath }) => schemaPath.startsWith(`${union}/`) && !/^\/\d+\/type$/.test(schemaPath.slice(union.length)),
  );
}

function violationOf(error: ErrorObject, prefix: string | undefined): Violation {
  const parts = error.instancePath.split('/').slice(1).map(unescapePointer);
  const parameters = error.params as Record<string, unknown>;
  const named = parameters.missingProperty ?? parameters.additionalProperty ?? parameters.propertyName;
  if (typeof named === 'string') parts.push(named);
  const path = shortened([...(prefix === undefined ? [] : [prefix]), ...parts].join('.') || 'body');
  const params = paramsOf(error.keyword, parameters);
  // Ajv knows its keywords as texts; those that the schemas of routes use have their row in the contract.
  return { path, rule: ruleOf(error), ...(params && { params }), message: messageOf(error, parameters) } as Violation;
}

function ruleOf({ keyword }: ErrorObject): string {
  return keyword === 'additionalProperties' ? 'unknown' : keyword;
}

function paramsOf(keyword: string, { limit, allowedValues, allowedValue, pattern }: Record<string, unknown>) {
  if (limit !== undefined) return { limit };
  if (keyword === 'enum') return { listed: allowedValues };
  if (keyword === 'const') return { listed: [allowedValue] };
  return keyword === 'pattern' ? { pattern } : undefined;
}

type Keyword = RuleName | 'additionalProperties';

/** Messages by keyword, from the parameters of the schema; each says what to do. */
const messages: Partial<
  Readonly<Record<Keyword, (parameters: Record<string, unknown>, error: ErrorObject) => string>>
> = {
  required: ({ missingProperty }) => `"${missingProperty}" is missing; add it.`,
  additionalProperties: ({ additionalProperty }, error) => {
    const key = String(additionalProperty);
    return `There is no ${quoted(key)} here; remove it.${didYouMean(key, knownKeys(error)) || adviceOf(error, 'x-unknown')}`;
  },
  type: ({ type }, { data, instancePath }) =>
    (data ?? null) === null && instancePath === ''
      ? 'The body is missing; send a JSON object.'
      : `Has to be ${withArticle(String(type))}.`,
  enum: ({ allowedValues }) => `Has to be one of ${(allowedValues as unknown[]).join(', ')}.`,
  const: ({ allowedValue }) => `Has to be ${JSON.stringify(allowedValue)}.`,
  minimum: ({ limit }) => `Has to be ${limit} or more.`,
  maximum: ({ limit }, error) => `Has to be ${limit} or less.${adviceOf(error, 'x-beyond')}`,
  minLength: ({ limit }) => `Has to have ${limit} or more characters.`,
  maxLength: ({ limit }) => `Has to have ${limit} or fewer characters.`,
  minItems: ({ limit }) => `Has to have ${limit} or more items.`,
  maxItems: ({ limit }) => `Has to have ${limit} or fewer items.`,
  minProperties: () => 'Has to name something to change.',
  pattern: ({ pattern }, error) => extensionOf(error, 'x-mismatch') ?? `Has to match ${pattern}.`,
};

function messageOf(error: ErrorObject, parameters: Record<string, unknown>): string {
  const { keyword } = error;
  const say = Object.hasOwn(messages, keyword) ? messages[keyword as Keyword] : undefined;
  return say?.(parameters, error) ?? `Is not valid: ${error.message ?? keyword}.`;
}

/** The schema's advice for a value beyond its maximum, or an unknown key. */
function adviceOf(error: ErrorObject, keyword: 'x-beyond' | 'x-unknown'): string {
  const advice = extensionOf(error, keyword);
  return advice === undefined ? '' : ` ${advice}`;
}

/** A sentence that the schema has for this problem. */
function extensionOf({ parentSchema }: ErrorObject, name: `x-${string}`): string | undefined {
  const sentence = (parentSchema as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof sentence === 'string' ? sentence : undefined;
}

function knownKeys(error: ErrorObject): string[] {
  const schema = error.parentSchema as { properties?: object } | undefined;
  return Object.keys(schema?.properties ?? {});
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function shortened(path: string): string {
  return path.length <= PATH_LENGTH_MAX ? path : `${path.slice(0, PATH_LENGTH_MAX)}…`;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
