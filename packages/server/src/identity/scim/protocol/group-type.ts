/** The resource type `Group`: the schema of RFC 7643, section 8.7.1. Members are users; groups within groups are rejected. */
import { attribute, complex, type ResourceType } from './attribute.ts';

export const GROUP_URN = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const immutable = { mutability: 'immutable' } as const;

export const groupType: ResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  description: 'Groups of members; an owner gives a group a role.',
  schema: {
    id: GROUP_URN,
    name: 'Group',
    description: 'A group of members.',
    attributes: [
      attribute('displayName', 'string', 'The name of the group.', { required: true }),
      complex(
        'members',
        'The members of the group.',
        [
          attribute('value', 'string', 'The id of the user.', { ...immutable, required: true, caseExact: true }),
          attribute('$ref', 'reference', 'The URL of the user.', { ...immutable, referenceTypes: ['User'] }),
          attribute('display', 'string', 'The name of the user.', { mutability: 'readOnly' }),
          attribute('type', 'string', 'Always User.', { ...immutable, canonicalValues: ['User'] }),
        ],
        { multiValued: true },
      ),
    ],
  },
  extensions: [],
};
