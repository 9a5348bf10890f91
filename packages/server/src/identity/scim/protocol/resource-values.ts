/**
 * Converts what a client sends into the stored form: names spelled as in the schema, values of the attribute's type. Attributes
 * that the schema lacks or clients cannot write are dropped (RFC 7644, section 3.3); a wrong type is rejected.
 */
import {
  type Attribute,
  attributeNamed,
  attributesOf,
  type Complex,
  isComplex,
  isUnassigned,
  type ResourceType,
} from './attribute.ts';
import { badRequest } from './scim-error.ts';

const TEXT_LENGTH_MAX = 8_192;
const VALUES_MAX = 10_000;
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/i;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/**
 * A resource as POST and PUT send it.
 * @throws `invalidSyntax` if it is not one of that type, `invalidValue` for a value that is wrong or missing
 */
export function readResource(type: ResourceType, body: unknown): Complex {
  if (!isComplex(body)) throw badRequest('invalidSyntax', 'Send a JSON object.');
  requireSchema(body, type.schema.id);
  const resource = readAttributes(attributesOf(type), body);
  requireAll(type.schema.attributes, resource);
  return resource;
}

/** @throws `invalidSyntax` unless `schemas` of the body names the schema */
export function requireSchema(body: Complex, urn: string): void {
  const key = Object.keys(body).find((name) => name.toLowerCase() === 'schemas');
  const schemas = key === undefined ? undefined : body[key];
  const names = Array.isArray(schemas) ? schemas.map(String) : [];
  if (names.some((name) => name.toLowerCase() === urn.toLowerCase())) return;
  throw badRequest('invalidSyntax', `Name the schema: "schemas": ["${urn}"].`);
}

/** @throws `invalidValue` if a required attribute has no value */
export function requireAll(attributes: readonly Attribute[], resource: Complex): void {
  for (const { name, required } of attributes) {
    if (required && (isUnassigned(resource[name]) || resource[name] === ''))
      throw badRequest('invalidValue', `"${name}" is missing; send it.`);
  }
}

/** A value of an attribute; undefined if it is missing. @throws `invalidValue` */
export function readValue(attribute: Attribute, value: unknown): unknown {
  if (isUnassigned(value)) return undefined;
  if (!attribute.multiValued) return readSingle(attribute, value);
  const given = Array.isArray(value) ? value : [value];
  if (given.length > VALUES_MAX) throw badRequest('invalidValue', `"${attribute.name}" has over ${VALUES_MAX} values.`);
  const values = given.map((one) => readSingle(attribute, one));
  if (values.filter(isPrimary).length > 1)
    throw badRequest('invalidValue', `Only one value of "${attribute.name}" can be primary.`);
  return values;
}

/** Whether a value of a multi-valued attribute is the preferred one. */
export function isPrimary(value: unknown): boolean {
  return isComplex(value) && value.primary === true;
}

function readAttributes(attributes: readonly Attribute[], given: Complex): Complex {
  const read: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const attribute = attributeNamed(attributes, key);
    if (attribute === undefined || attribute.mutability === 'readOnly' || attribute.name === 'schemas') continue;
    const own = readValue(attribute, value);
    if (own !== undefined && attribute.returned !== 'never') read[attribute.name] = own;
  }
  return read;
}

function readSingle(attribute: Attribute, value: unknown): unknown {
  switch (attribute.type) {
    case 'complex':
      return readComplex(attribute, value);
    case 'boolean':
      return readBoolean(attribute, value);
    case 'integer':
    case 'decimal':
      if (typeof value === 'number') return value;
      throw wrongType(attribute, 'a number');
    default:
      return readText(attribute, value);
  }
}

/** Some clients send only the `value` of a complex attribute. */
function readComplex(attribute: Attribute, value: unknown): Complex {
  const subAttributes = attribute.subAttributes ?? [];
  const hasValue = attributeNamed(subAttributes, 'value') !== undefined;
  const given = typeof value === 'string' && hasValue ? { value } : value;
  if (!isComplex(given)) throw wrongType(attribute, 'an object');
  const read = readAttributes(subAttributes, given);
  requireAll(subAttributes, read);
  return read;
}

/** Microsoft Entra sends booleans as text, such as "False". */
function readBoolean(attribute: Attribute, value: unknown): boolean {
  const read = typeof value === 'string' ? BOOLEANS[value.toLowerCase()] : value;
  if (typeof read === 'boolean') return read;
  throw wrongType(attribute, 'true or false');
}

function readText(attribute: Attribute, value: unknown): string {
  if (typeof value !== 'string') throw wrongType(attribute, 'a text');
  if (value.length > TEXT_LENGTH_MAX) throw wrongType(attribute, `at most ${TEXT_LENGTH_MAX} characters long`);
  if (attribute.type === 'dateTime' && !DATE_TIME.test(value)) throw wrongType(attribute, 'a time in ISO 8601');
  if (attribute.type === 'binary' && !BASE64.test(value)) throw wrongType(attribute, 'bytes in base64');
  return value;
}

function wrongType({ name }: Attribute, wanted: string): Error {
  return badRequest('invalidValue', `"${name}" has to be ${wanted}.`);
}
