/** The patches of a large group that take most. */
import { groupType } from '../../../src/identity/scim/protocol/group-type.ts';
import { PATCH_URN, patched, readOperations } from '../../../src/identity/scim/protocol/patch.ts';

const MEMBERS = 10_000;

const members = Array.from({ length: MEMBERS }, (_, index) => ({ value: `usr_${index}` }));
const group = { displayName: 'All', members };

const operations: Readonly<Record<string, (index: number) => object>> = {
  'removes, each by a filter': (index) => ({ op: 'remove', path: `members[value eq "usr_${index}"]` }),
  'filters that match nothing': (index) => ({ op: 'remove', path: `members[value co "${index}x" or type eq "x"]` }),
  'additions of one': (index) => ({ op: 'add', path: 'members', value: [{ value: `new_${index}` }] }),
  'removals of one by value': (index) => ({ op: 'remove', path: 'members', value: [{ value: `usr_${index}` }] }),
  'changes of a part of each': () => ({ op: 'replace', path: 'members.type', value: 'User' }),
};

/** One of them. */
export interface WorstPatch {
  readonly name: string;
  /** Does it, with so many operations. */
  apply(count: number): Promise<unknown>;
}

/** All of them. */
export const worstPatches: readonly WorstPatch[] = Object.entries(operations).map(([name, operation]) => ({
  name: `${name} in a group of ${MEMBERS}`,
  apply: async (count) => {
    const list = Array.from({ length: count }, (_, index) => operation(index));
    return patched(groupType, group, readOperations({ schemas: [PATCH_URN], Operations: list }));
  },
}));
