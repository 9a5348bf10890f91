/**
 * Compiles filters into functions (RFC 7644, section 3.4.2.2). Attributes are looked up once, at compilation. A condition on a
 * multi-valued attribute is met if any value meets it.
 */
import {
  type Attribute,
  attributeNamed,
  type Complex,
  isComplex,
  isUnassigned,
  type ResourceType,
} from './attribute.ts';
import { type AttributePath, findAttribute, findSubAttribute } from './attribute-path.ts';
import type { Filter, Literal, Operator } from './filter-syntax.ts';
import { badRequest } from './scim-error.ts';

/** Whether a resource, or a value of a complex attribute, matches. */
export type Match = (resource: Complex) => boolean;
type Find = (path: string) => AttributePath | undefined;
/** Whether one value of an attribute fits. */
type Test = (value: unknown) => boolean;

const NEVER: Match = () => false;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * Compiles a filter for resources of one of the types.
 * @param known all types of the request: an attribute that none of them has is rejected, one that only this type lacks has no
 * value
 * @throws `invalidFilter`
 */
export function compileFilter(filter: Filter, type: ResourceType, known: readonly ResourceType[] = [type]): Match {
  return compile(filter, (path) => {
    const found = findAttribute(type, path);
    if (found === undefined && !known.some((one) => findAttribute(one, path) !== undefined)) throw unknown(path);
    return found;
  });
}

/** Compiles a filter for the values of a complex attribute. @throws `invalidFilter` */
export function compileValueFilter(filter: Filter, attribute: Attribute): Match {
  return compile(filter, (path) => {
    const found = findSubAttribute(attribute, path);
    if (found === undefined) throw unknown(`${attribute.name}.${path}`);
    return found;
  });
}

/** The values at a path; each value of a multi-valued attribute separately. */
export function valuesAt(value: unknown, path: readonly Attribute[]): unknown[] {
  const [first, ...rest] = path;
  if (first === undefined) return isUnassigned(value) ? [] : [value].flat();
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  return isComplex(value) ? valuesAt(value[first.name], rest) : [];
}

/** The top-level attributes of a type that a filter uses. */
export function attributesIn(filter: Filter, type: ResourceType): Set<string> {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return new Set(filter.filters.flatMap((one) => [...attributesIn(one, type)]));
    case 'not':
      return attributesIn(filter.filter, type);
    default:
      return new Set((findAttribute(type, filter.path) ?? []).slice(0, 1).map(({ name }) => name));
  }
}

/** Texts that top-level attributes must be equal to in every resource that matches the filter. */
export function requiredTexts(filter: Filter, type: ResourceType): ReadonlyMap<string, string> {
  if (filter.kind === 'and') return new Map(filter.filters.flatMap((one) => [...requiredTexts(one, type)]));
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.literal !== 'string') return new Map();
  const [attribute, part] = findAttribute(type, filter.path) ?? [];
  return attribute === undefined || part !== undefined ? new Map() : new Map([[attribute.name, filter.literal]]);
}

function compile(filter: Filter, find: Find): Match {
  switch (filter.kind) {
    case 'and': {
      const all = filter.filters.map((one) => compile(one, find));
      return (resource) => all.every((match) => match(resource));
    }
    case 'or': {
      const any = filter.filters.map((one) => compile(one, find));
      return (resource) => any.some((match) => match(resource));
    }
    case 'not': {
      const match = compile(filter.filter, find);
      return (resource) => !match(resource);
    }
    case 'present': {
      const path = find(filter.path);
      return path === undefined ? NEVER : (resource) => valuesAt(resource, path).some(isPresent);
    }
    case 'value': {
      const path = find(filter.path);
      if (path === undefined) return NEVER;
      const match = compileValueFilter(filter.filter, last(path));
      return (resource) => valuesAt(resource, path).some((value) => isComplex(value) && match(value));
    }
    case 'compare':
      return comparison(find(filter.path), filter.operator, filter.literal);
  }
}

function comparison(path: AttributePath | undefined, operator: Operator, literal: Literal): Match {
  if (path === undefined) return operator === 'ne' ? () => true : NEVER;
  const compared = comparable(path);
  if (literal === null) return presence(compared, operator);
  const test = testOf(last(compared), operator, literal);
  if (operator !== 'ne') return (resource) => valuesAt(resource, compared).some(test);
  return (resource) => {
    const values = valuesAt(resource, compared);
    return values.length === 0 || values.some(test);
  };
}

/** A complex attribute is compared by its `value`. */
function comparable(path: AttributePath): AttributePath {
  const attribute = last(path);
  if (attribute.type !== 'complex') return path;
  const value = attributeNamed(attribute.subAttributes, 'value');
  if (value === undefined)
    throw badRequest('invalidFilter', `"${attribute.name}" has sub-attributes; compare one of them.`);
  return [...path, value];
}

/** `eq null` matches if there is no value. */
function presence(path: AttributePath, operator: Operator): Match {
  if (operator === 'eq') return (resource) => valuesAt(resource, path).length === 0;
  if (operator === 'ne') return (resource) => valuesAt(resource, path).length > 0;
  throw badRequest('invalidFilter', `null can only be compared with eq and ne, not with ${operator}.`);
}

function testOf(attribute: Attribute, operator: Operator, literal: NonNullable<Literal>): Test {
  switch (attribute.type) {
    case 'boolean':
      return booleanTest(attribute, operator, literal);
    case 'integer':
    case 'decimal':
      return ordered(attribute, operator, literal, (value) => (typeof value === 'number' ? value : undefined));
    case 'dateTime':
      return isTextual(operator)
        ? textTest(attribute, operator, literal)
        : ordered(attribute, operator, literal, timeOf);
    default:
      return textTest(attribute, operator, literal);
  }
}

/** Microsoft Entra writes booleans as text, such as `primary eq "True"`. */
function booleanTest(attribute: Attribute, operator: Operator, literal: NonNullable<Literal>): Test {
  const wanted = BOOLEANS.get(String(literal).toLowerCase());
  if (wanted === undefined || (operator !== 'eq' && operator !== 'ne'))
    throw badRequest('invalidFilter', `"${attribute.name}" is true or false; compare it with eq or ne.`);
  return (value) => (value === wanted) === (operator === 'eq');
}

function textTest(attribute: Attribute, operator: Operator, literal: NonNullable<Literal>): Test {
  if (typeof literal !== 'string')
    throw badRequest('invalidFilter', `"${attribute.name}" is a text; compare it with a text in double quotes.`);
  if (attribute.type === 'binary' && isOrder(operator))
    throw badRequest('invalidFilter', `"${attribute.name}" has no order; compare it with eq, ne or pr.`);
  const fold = (text: string) => (attribute.caseExact ? text : text.toLowerCase());
  const wanted = fold(literal);
  const fits = textFits[operator];
  return (value) => typeof value === 'string' && fits(fold(value), wanted);
}

const textFits: Readonly<Record<Operator, (value: string, wanted: string) => boolean>> = {
  eq: (value, wanted) => value === wanted,
  ne: (value, wanted) => value !== wanted,
  co: (value, wanted) => value.includes(wanted),
  sw: (value, wanted) => value.startsWith(wanted),
  ew: (value, wanted) => value.endsWith(wanted),
  gt: (value, wanted) => value > wanted,
  ge: (value, wanted) => value >= wanted,
  lt: (value, wanted) => value < wanted,
  le: (value, wanted) => value <= wanted,
};

function ordered(
  attribute: Attribute,
  operator: Operator,
  literal: NonNullable<Literal>,
  numberOf: (value: unknown) => number | undefined,
): Test {
  const wanted = numberOf(literal);
  if (wanted === undefined || isTextual(operator))
    throw badRequest('invalidFilter', `"${attribute.name}" cannot be compared with ${operator} ${String(literal)}.`);
  const fits = numberFits[operator as Exclude<Operator, 'co' | 'sw' | 'ew'>];
  return (value) => {
    const number = numberOf(value);
    return number !== undefined && fits(number, wanted);
  };
}

const numberFits: Readonly<Record<Exclude<Operator, 'co' | 'sw' | 'ew'>, (value: number, wanted: number) => boolean>> =
  {
    eq: (value, wanted) => value === wanted,
    ne: (value, wanted) => value !== wanted,
    gt: (value, wanted) => value > wanted,
    ge: (value, wanted) => value >= wanted,
    lt: (value, wanted) => value < wanted,
    le: (value, wanted) => value <= wanted,
  };

function isTextual(operator: Operator): boolean {
  return operator === 'co' || operator === 'sw' || operator === 'ew';
}

function isOrder(operator: Operator): boolean {
  return operator === 'gt' || operator === 'ge' || operator === 'lt' || operator === 'le';
}

function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function isPresent(value: unknown): boolean {
  if (isComplex(value)) return Object.values(value).some((part) => !isUnassigned(part));
  return value !== '' && !isUnassigned(value);
}

function last(path: AttributePath): Attribute {
  return path.at(-1) as Attribute;
}

function unknown(path: string): Error {
  return badRequest('invalidFilter', `There is no attribute "${path.slice(0, 200)}"; see /scim/v2/Schemas.`);
}
