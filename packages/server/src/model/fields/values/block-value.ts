/** What the types that hold components share: the settings that name them, and the parts of a value. */
import type { Violation } from '../../../../../contract/src/violations.ts';
import { didYouMean, quoted } from '../../../platform/kit/suggestion.ts';
import type { Block } from '../field.ts';
import type { ParseContext } from '../field-type.ts';
import { addViolation, isObject } from './value-violations.ts';

/** The violation in a setting that names a component. Whether the component exists is checked with the model. */
export function checkComponentName(name: unknown, path: string): Violation[] {
  if (typeof name === 'string' && name !== '') return [];
  return [{ path, rule: 'component', message: 'Give the api_id of a content type of kind component.' }];
}

/** Whether a stored value is a component. */
export function isBlock(value: unknown): value is Block {
  return isObject(value) && typeof value.type === 'number' && isObject(value.fields);
}

/**
 * Parses the fields of a component.
 * @param context its path is that of the component
 * @param isNew whether the component is known to be new
 * @returns undefined after adding violations
 */
export function parseInside(
  apiId: string | undefined,
  input: unknown,
  context: ParseContext,
  isNew: boolean,
): Block | undefined {
  const component = apiId === undefined ? undefined : context.inside?.component(apiId);
  if (component === undefined)
    return addViolation(context, 'component', `Create the component ${quoted(apiId ?? '')} first; it does not exist.`);
  const fields = context.inside?.fields(component, input ?? {}, { path: context.path, isNew });
  return fields && { type: component.number, fields };
}

/** Adds a violation for each key of a component that is not one of its parts. */
export function rejectUnknownKeys(given: object, known: readonly string[], context: ParseContext): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const at = { ...context, path: `${context.path}.${key.slice(0, 64)}` };
    addViolation(
      at,
      'unknown',
      `Put the values into fields; there is no ${quoted(key)} here.${didYouMean(key, known)}`,
    );
  }
}
