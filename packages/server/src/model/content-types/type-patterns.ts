/**
 * Compiles the patterns in a requested content type in steps, so that the checks of its fields find them compiled. This does not
 * reject malformed input; the checks do.
 */
import { invalid } from '../../platform/errors/domain-error.ts';
import { type Pace, WorkPace } from '../../platform/kit/pace.ts';
import { patternProblem } from '../fields/values/pattern.ts';
import { FIELDS_MAX } from './field-list.ts';

/** @param options.root the path of the fields in the request @throws `validation_failed` if compiling them all takes too long */
export async function preparePatterns(
  fields: unknown,
  { pace = new WorkPace(), root = 'fields' }: { readonly pace?: Pace; readonly root?: string } = {},
): Promise<void> {
  if (!Array.isArray(fields)) return;
  for (const [index, field] of fields.slice(0, FIELDS_MAX).entries()) {
    for (const pattern of [member(field, 'validations', 'pattern'), member(field, 'items', 'validations', 'pattern')]) {
      if (typeof pattern !== 'string') continue;
      if (pace.isSpent())
        throw invalid(`${root}.${index}`, 'work', 'Use fewer or simpler patterns; checking them all takes too long.');
      patternProblem(pattern);
      if (pace.isDue()) await pace.rest();
    }
  }
}

function member(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name) ? Reflect.get(inner, name) : undefined,
    value,
  );
}
