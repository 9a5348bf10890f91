/**
 * The resource type `User`: the core schema of RFC 7643, section 8.7.1, and the enterprise extension. `roles` contains the
 * member's role in the account. It is read-only, because groups decide it.
 */
import { type Attribute, attribute, complex, type ResourceType } from './attribute.ts';

export const USER_URN = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE_URN = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** A multi-valued attribute with the sub-attributes of RFC 7643, section 2.4. */
function plural(name: string, description: string, value: Attribute, types: readonly string[]): Attribute {
  return complex(
    name,
    description,
    [
      value,
      attribute('display', 'string', 'A name for people.'),
      attribute('type', 'string', 'What it is for.', types.length === 0 ? {} : { canonicalValues: types }),
      attribute('primary', 'boolean', 'Whether it is the preferred one; at most one is.'),
    ],
    { multiValued: true },
  );
}

const text = (name: string, description: string) => attribute(name, 'string', description);

const nameAttribute = complex('name', 'The name of the person in parts.', [
  text('formatted', 'The full name.'),
  text('familyName', 'The last name.'),
  text('givenName', 'The first name.'),
  text('middleName', 'The middle names.'),
  text('honorificPrefix', 'The title before the name.'),
  text('honorificSuffix', 'What follows the name.'),
]);

const addresses = complex(
  'addresses',
  'Postal addresses.',
  [
    text('formatted', 'The full address.'),
    text('streetAddress', 'Street and number.'),
    text('locality', 'The city.'),
    text('region', 'The state or region.'),
    text('postalCode', 'The postal code.'),
    text('country', 'The country, in ISO 3166-1.'),
    attribute('type', 'string', 'What it is for.', { canonicalValues: ['work', 'home', 'other'] }),
    attribute('primary', 'boolean', 'Whether it is the preferred one; at most one is.'),
  ],
  { multiValued: true },
);

const readOnly = { mutability: 'readOnly' } as const;

const groups = complex(
  'groups',
  'The groups that the person is in; change the groups to change them.',
  [
    attribute('value', 'string', 'The id of the group.', { ...readOnly, caseExact: true }),
    attribute('$ref', 'reference', 'The URL of the group.', { ...readOnly, referenceTypes: ['Group'] }),
    attribute('display', 'string', 'The name of the group.', readOnly),
    attribute('type', 'string', 'Always direct.', { ...readOnly, canonicalValues: ['direct'] }),
  ],
  { multiValued: true, ...readOnly },
);

const rolesAttribute = complex(
  'roles',
  'The role of the member in the account; the roles given to groups decide it.',
  [attribute('value', 'string', 'The role.', readOnly), attribute('primary', 'boolean', 'Always true.', readOnly)],
  { multiValued: true, ...readOnly },
);

const manager = complex('manager', 'The manager of the person.', [
  attribute('value', 'string', 'The id of the manager.', { caseExact: true }),
  attribute('$ref', 'reference', 'The URL of the manager.', { referenceTypes: ['User'] }),
  attribute('displayName', 'string', 'The name of the manager.'),
]);

const contactTypes = ['work', 'home', 'other'];

export const userType: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  description: 'Members of the account.',
  schema: {
    id: USER_URN,
    name: 'User',
    description: 'A member of the account.',
    attributes: [
      attribute('userName', 'string', 'The e-mail address that the person logs in with.', {
        required: true,
        uniqueness: 'server',
      }),
      nameAttribute,
      text('displayName', 'The name shown to others.'),
      text('nickName', 'A casual name.'),
      attribute('profileUrl', 'reference', 'The URL of a page about the person.', { referenceTypes: ['external'] }),
      text('title', 'The title of the person, such as “Vice President”.'),
      text('userType', 'The relation to the organization, such as “Contractor”.'),
      text('preferredLanguage', 'The preferred languages, as in Accept-Language.'),
      text('locale', 'The language tag that dates and numbers are shown in.'),
      text('timezone', 'The time zone, such as “America/Los_Angeles”.'),
      attribute('active', 'boolean', 'Whether the member may use the account.'),
      attribute('password', 'string', 'Accepted and never stored: members log in by single sign-on.', {
        mutability: 'writeOnly',
        returned: 'never',
      }),
      plural('emails', 'E-mail addresses.', text('value', 'The address.'), contactTypes),
      plural('phoneNumbers', 'Phone numbers.', text('value', 'The number.'), [
        ...contactTypes,
        'mobile',
        'fax',
        'pager',
      ]),
      plural('ims', 'Addresses for instant messages.', text('value', 'The address.'), []),
      plural(
        'photos',
        'Pictures of the person.',
        attribute('value', 'reference', 'The URL of the picture.', { referenceTypes: ['external'] }),
        ['photo', 'thumbnail'],
      ),
      addresses,
      groups,
      plural('entitlements', 'Entitlements of the person; they have no effect here.', text('value', 'The value.'), []),
      rolesAttribute,
      plural('x509Certificates', 'Certificates.', attribute('value', 'binary', 'The certificate, in base64.'), []),
    ],
  },
  extensions: [
    {
      id: ENTERPRISE_URN,
      name: 'EnterpriseUser',
      description: 'A person in an organization.',
      attributes: [
        text('employeeNumber', 'The number of the employee.'),
        text('costCenter', 'The cost center.'),
        text('organization', 'The organization.'),
        text('division', 'The division.'),
        text('department', 'The department.'),
        manager,
      ],
    },
  ],
};
