/** What content types name inside: looked at once each, however many fields name it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { componentViolations, inOrderOfUse } from './components.ts';
import type { ContentType } from './content-type.ts';

const NAMES = 20;

test('many fields that name the same components take no longer than these have names', () => {
  let read = 0;
  const type = (apiId: string, kind: 'component' | 'entry', components: readonly string[]) => {
    const fields = Array.from({ length: NAMES }, (_, index) => ({ id: `f${index}`, type: 'blocks', components }));
    return {
      apiId,
      kind,
      slugField: null,
      previewUrl: null,
      previewPicture: null,
      hiddenFields: [],
      get fields() {
        read += 1;
        return components.length === 0 ? [] : fields;
      },
    } as unknown as ContentType;
  };
  const level = (name: string) => Array.from({ length: NAMES }, (_, index) => `${name}${index}`);
  const components = [['a', 'b'] as const, ['b', 'c'] as const, ['c', null] as const].flatMap(([name, inside]) =>
    level(name).map((apiId) => type(apiId, 'component', inside === null ? [] : level(inside))),
  );
  const page = type('page', 'entry', level('a'));
  assert.deepEqual(componentViolations(page, components), []);
  const changed = components.at(-1) as ContentType;
  assert.deepEqual(
    componentViolations(
      changed,
      components.filter((one) => one !== changed),
    ),
    [],
  );
  assert.equal(inOrderOfUse([page, ...components]).at(-1), page);
  assert.ok(read < (components.length + 1) * 10, `${read} reads`);
});
