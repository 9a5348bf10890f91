/**
 * The field type `blocks`: a list of blocks, each with the fields of one of the components that the field takes. A block keeps its
 * id, by which history, merges and comments find it.
 */
import { BLOCK_ID_CHARACTERS_MAX, BLOCK_ID_PATTERN, BLOCKS_MAX, fieldTraits } from '../../../../contract/src/fields.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import { isFull } from '../../platform/errors/domain-error.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import { defineFieldType } from './define-field-type.ts';
import type { Block } from './field.ts';
import type { ParseContext, RenderContext, TypeSettings } from './field-type.ts';
import { checkComponentName, isBlock, parseInside, rejectUnknownKeys } from './values/block-value.ts';
import { validateCount } from './values/item-count.ts';
import { checkValidations, rejectComponents, rejectItems } from './values/settings.ts';
import { addViolation, describeValue, isObject } from './values/value-violations.ts';

/** Components that one field may take. */
const COMPONENTS_MAX = 100;
const BLOCK_KEYS = ['id', 'type', 'fields'];
const ID_SHAPE = new RegExp(`^${BLOCK_ID_PATTERN}$`);

export const blocksType = defineFieldType({
  name: 'blocks',
  description: `A list of at most ${BLOCKS_MAX} [blocks](../guide/blocks.md), \`{"id": "b3k9", "type": "hero", "fields": {"title": "…"}}\`, in the order given. \`type\` is one of the \`components\` of the field. The service gives a block that comes without an \`id\` one, which it keeps; it is unique in the list.`,
  parse,
  validate: (value, field, path) => validateCount(list(value).length, field.validations ?? {}, path),
  checkSettings,
  render,
  blocks: { haveIds: true, of: (value) => list(value).filter(isBlock), from: (blocks) => blocks },
});

function parse(input: unknown, context: ParseContext): Block[] | undefined {
  if (!Array.isArray(input)) return addViolation(context, 'type', `Give a list; this is ${describeValue(input)}.`);
  if (input.length > BLOCKS_MAX)
    return addViolation(context, 'max_items', `Give at most ${BLOCKS_MAX} blocks.`, {
      limit: BLOCKS_MAX,
      given: input.length,
    });
  const before = context.violations.length;
  const path = context.inside?.path ?? context.path;
  const ids = new Set<string>();
  const blocks: Block[] = [];
  for (const [index, given] of input.entries()) {
    if (isFull(context.violations)) break;
    const block = parseBlock(given, { ...context, path: `${path}.${index}` }, ids);
    if (block !== undefined) blocks.push(block);
  }
  return context.violations.length > before ? undefined : blocks;
}

/** @param ids those of the blocks before; receives that of the block @returns a block without id if none was given */
function parseBlock(given: unknown, context: ParseContext, ids: Set<string>): Block | undefined {
  if (!isObject(given))
    return addViolation(
      context,
      'type',
      `Give a block as an object with type and fields; this is ${describeValue(given)}.`,
    );
  rejectUnknownKeys(given, BLOCK_KEYS, context);
  const id = parseId(given.id, { ...context, path: `${context.path}.id` }, ids);
  const listPath = context.path.slice(0, context.path.lastIndexOf('.'));
  const path = id === undefined ? context.path : `${listPath}.${id}`;
  const type = { ...context, path: `${path}.type` };
  if (given.type === undefined || given.type === null)
    return addViolation(type, 'required', `Give the block a type: ${takenBy(context)}.`);
  if (typeof given.type !== 'string' || !context.field.components?.includes(given.type))
    return rejectType(given.type, type);
  const block = parseInside(given.type, given.fields, { ...context, path }, id === undefined);
  return block && (id === undefined ? block : { id, ...block });
}

function parseId(given: unknown, context: ParseContext, ids: Set<string>): string | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'string' || !ID_SHAPE.test(given)) {
    const shape = `1 to ${BLOCK_ID_CHARACTERS_MAX} letters, digits, - and _`;
    return addViolation(context, 'format', `Give an id of ${shape}, or leave it out to get one.`);
  }
  if (ids.has(given))
    return addViolation(
      context,
      'unique',
      `Leave this id out to get another; a block before it has the id ${quoted(given)}.`,
    );
  ids.add(given);
  return given;
}

function rejectType(given: unknown, context: ParseContext): undefined {
  const { components = [] } = context.field;
  const exists = typeof given === 'string' && context.inside?.component(given) !== undefined;
  const message = exists
    ? `The field takes no blocks of type ${quoted(given)}; give ${takenBy(context)}.`
    : `Give a component that exists: ${takenBy(context)}.${typeof given === 'string' ? didYouMean(given, components) : ''}`;
  return addViolation(context, 'component', message);
}

function takenBy({ field: { components = [] } }: ParseContext): string {
  return components.length === 1 ? (components[0] as string) : `one of ${components.join(', ')}`;
}

function render(value: unknown, { inside }: RenderContext): unknown {
  return list(value).flatMap((block) => {
    const shown = isBlock(block) ? inside?.(block) : undefined;
    return shown === undefined || !isBlock(block) ? [] : [{ id: block.id, ...shown }];
  });
}

function checkSettings(field: TypeSettings, path: string): Violation[] {
  const components: unknown = field.components;
  const found = [
    ...checkValidations(field, path, { allowed: fieldTraits.blocks.validations }),
    ...rejectItems(field, path),
    ...rejectComponents(field, path, 'components'),
  ];
  const at = `${path}.components`;
  if (!Array.isArray(components) || components.length === 0 || components.length > COMPONENTS_MAX)
    return [...found, { path: at, rule: 'component', message: `Give a list of 1 to ${COMPONENTS_MAX} components.` }];
  found.push(...components.flatMap((name, index) => checkComponentName(name, `${at}.${index}`)));
  if (new Set(components).size < components.length)
    found.push({ path: at, rule: 'unique_items', message: 'Give each component once.' });
  return found;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
