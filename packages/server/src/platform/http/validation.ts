/**
 * Validates requests against the schemas of their routes, with messages that say what to do. Schemas are compiled at
 * first use: a start compiles none. Bodies are never coerced, queries and paths are.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { type Violation, validationFailed } from '../errors/domain-error.ts';
import { didYouMean } from '../kit/suggestion.ts';

const PREFIXES: Readonly<Record<string, string>> = { querystring: 'query', params: 'path', headers: 'headers' };

/** Makes the validator of one part of a request. */
export function validatorCompiler(): FastifySchemaCompiler<TSchema> {
  const body = new Ajv({ coerceTypes: false, useDefaults: false, allErrors: true, strict: false, verbose: true });
  const text = new Ajv({ coerceTypes: true, useDefaults: false, allErrors: true, strict: false, verbose: true });
  return ({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined;
    return (data: unknown) => {
      validate ??= (httpPart === 'body' ? body : text).compile(schema);
      if (validate(data)) return { value: data };
      return { error: validationFailed(violationsOf(validate.errors ?? [], PREFIXES[httpPart ?? ''])) };
    };
  };
}

/** Ajv's errors in our words; paths start with `prefix`. */
export function violationsOf(errors: readonly ErrorObject[], prefix: string | undefined): Violation[] {
  const leaves = errors.filter(
    (error) => error.keyword !== 'anyOf' && error.keyword !== 'if' && !isOtherBranch(error, errors),
  );
  const violations = (leaves.length > 0 ? leaves : errors).map((error) => violationOf(error, prefix));
  return [...new Map(violations.map((violation) => [`${violation.path} ${violation.message}`, violation])).values()];
}

/** Whether the value has another type than this branch of a union while a branch of its type says what is wrong. */
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
  const path = [...(prefix === undefined ? [] : [prefix]), ...parts].join('.') || 'body';
  return { path, rule: ruleOf(error), message: messageOf(error, parameters) };
}

function ruleOf({ keyword }: ErrorObject): string {
  return keyword === 'additionalProperties' ? 'unknown' : keyword;
}

/** Messages by keyword, from the parameters of the schema; each says what to do. */
const messages: Readonly<Record<string, (parameters: Record<string, unknown>, error: ErrorObject) => string>> = {
  required: ({ missingProperty }) => `"${missingProperty}" is missing; add it.`,
  additionalProperties: ({ additionalProperty }, error) => {
    const key = String(additionalProperty);
    return `There is no "${key}" here; remove it.${didYouMean(key, knownKeys(error))}`;
  },
  type: ({ type }) => `Has to be ${withArticle(String(type))}.`,
  enum: ({ allowedValues }) => `Has to be one of ${(allowedValues as unknown[]).join(', ')}.`,
  const: ({ allowedValue }) => `Has to be ${JSON.stringify(allowedValue)}.`,
  minimum: ({ limit }) => `Has to be ${limit} or more.`,
  maximum: ({ limit }, error) => `Has to be ${limit} or less.${adviceBeyond(error)}`,
  minLength: ({ limit }) => `Has to have ${limit} or more characters.`,
  maxLength: ({ limit }) => `Has to have ${limit} or fewer characters.`,
  minItems: ({ limit }) => `Has to have ${limit} or more items.`,
  maxItems: ({ limit }) => `Has to have ${limit} or fewer items.`,
  minProperties: () => 'Has to name something to change.',
  pattern: ({ pattern }) => `Has to match ${pattern}.`,
};

function messageOf(error: ErrorObject, parameters: Record<string, unknown>): string {
  const { keyword } = error;
  const say = Object.hasOwn(messages, keyword) ? messages[keyword] : undefined;
  return say?.(parameters, error) ?? `Is not valid: ${error.message ?? keyword}.`;
}

/** What a schema says to who goes beyond its maximum. */
function adviceBeyond({ parentSchema }: ErrorObject): string {
  const advice = (parentSchema as Readonly<Record<string, unknown>> | undefined)?.['x-beyond'];
  return typeof advice === 'string' ? ` ${advice}` : '';
}

function knownKeys(error: ErrorObject): string[] {
  const schema = error.parentSchema as { properties?: object } | undefined;
  return Object.keys(schema?.properties ?? {});
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
