/**
 * Checks requests against the schemas of their routes, and says what is wrong in words that say what to do.
 * Schemas are compiled at their first use: a start compiles none. Bodies are never coerced, queries and paths are.
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

/** What Ajv found, in our words; paths begin with `prefix`. */
export function violationsOf(errors: readonly ErrorObject[], prefix: string | undefined): Violation[] {
  const leaves = errors.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'if');
  const violations = (leaves.length > 0 ? leaves : errors).map((error) => violationOf(error, prefix));
  return [...new Map(violations.map((violation) => [`${violation.path} ${violation.message}`, violation])).values()];
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

function messageOf(error: ErrorObject, parameters: Record<string, unknown>): string {
  switch (error.keyword) {
    case 'required':
      return `"${parameters.missingProperty}" is missing; add it.`;
    case 'additionalProperties': {
      const key = String(parameters.additionalProperty);
      return `There is no "${key}" here; remove it.${didYouMean(key, knownKeys(error))}`;
    }
    case 'type':
      return `Has to be ${withArticle(String(parameters.type))}.`;
    case 'enum':
      return `Has to be one of ${(parameters.allowedValues as unknown[]).join(', ')}.`;
    case 'const':
      return `Has to be ${JSON.stringify(parameters.allowedValue)}.`;
    case 'minimum':
      return `Has to be ${parameters.limit} or more.`;
    case 'maximum':
      return `Has to be ${parameters.limit} or less.`;
    case 'minLength':
      return `Has to have ${parameters.limit} or more characters.`;
    case 'maxLength':
      return `Has to have ${parameters.limit} or fewer characters.`;
    case 'minItems':
      return `Has to have ${parameters.limit} or more items.`;
    case 'maxItems':
      return `Has to have ${parameters.limit} or fewer items.`;
    case 'minProperties':
      return 'Has to name something to change.';
    case 'pattern':
      return `Has to match ${parameters.pattern}.`;
    default:
      return `Is not valid: ${error.message ?? error.keyword}.`;
  }
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
