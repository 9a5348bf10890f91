/**
 * Attributes of SCIM resources as data (RFC 7643, section 2), so that filters, PATCH and projections work with any schema. Names
 * are compared without case; resources spell them as the schema does.
 */

export type AttributeType =
  | 'string'
  | 'boolean'
  | 'decimal'
  | 'integer'
  | 'dateTime'
  | 'binary'
  | 'reference'
  | 'complex';

/** An attribute as `/Schemas` shows it. */
export interface Attribute {
  readonly name: string;
  readonly type: AttributeType;
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly';
  readonly returned: 'always' | 'never' | 'default' | 'request';
  readonly uniqueness: 'none' | 'server' | 'global';
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

/** A schema as `/Schemas` shows it, without `meta`. */
export interface Schema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

/** A type of resource: its schema and its possible extensions. */
export interface ResourceType {
  readonly name: string;
  readonly endpoint: string;
  readonly description: string;
  readonly schema: Schema;
  readonly extensions: readonly Schema[];
}

/** A resource, or the value of a complex attribute. */
export type Complex = Readonly<Record<string, unknown>>;

/** An attribute with the defaults of RFC 7643, section 2.2. */
export function attribute(
  name: string,
  type: AttributeType,
  description: string,
  characteristics: Partial<Attribute> = {},
): Attribute {
  return {
    name,
    type,
    multiValued: false,
    description,
    required: false,
    caseExact: type === 'binary' || type === 'reference',
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...characteristics,
  };
}

/** A complex attribute. */
export function complex(
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  characteristics: Partial<Attribute> = {},
): Attribute {
  return attribute(name, 'complex', description, { ...characteristics, subAttributes });
}

const readOnly = { mutability: 'readOnly', caseExact: true } as const;

/** The attributes of every resource (RFC 7643, section 3.1). */
const commonAttributes: readonly Attribute[] = [
  attribute('schemas', 'reference', 'The schemas of the resource.', {
    multiValued: true,
    required: true,
    returned: 'always',
  }),
  attribute('id', 'string', 'Identifies the resource here.', { ...readOnly, returned: 'always', uniqueness: 'server' }),
  attribute('externalId', 'string', 'Identifies the resource at the client.', { caseExact: true }),
  complex(
    'meta',
    'About the resource.',
    [
      attribute('resourceType', 'string', 'The type of the resource.', readOnly),
      attribute('created', 'dateTime', 'When it was created.', readOnly),
      attribute('lastModified', 'dateTime', 'When it was last changed.', readOnly),
      attribute('location', 'reference', 'Its URL.', readOnly),
      attribute('version', 'string', 'Its ETag.', readOnly),
    ],
    { mutability: 'readOnly' },
  ),
];

/** All attributes of a type of resource. An extension works like a complex attribute named by its URN. */
export function attributesOf({ schema, extensions }: ResourceType): readonly Attribute[] {
  return [
    ...commonAttributes,
    ...schema.attributes,
    ...extensions.map(({ id, description, attributes }) => complex(id, description, attributes)),
  ];
}

/** The attribute with that name, ignoring case. */
export function attributeNamed(attributes: readonly Attribute[] | undefined, name: string): Attribute | undefined {
  const wanted = name.toLowerCase();
  return attributes?.find((candidate) => candidate.name.toLowerCase() === wanted);
}

/** Whether a value is an object. */
export function isComplex(value: unknown): value is Complex {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value counts as missing: to SCIM, null and an empty list are no value (RFC 7643, section 2.5). */
export function isUnassigned(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
