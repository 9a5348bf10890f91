/** The differences between two documents of an entry, for the audit and for the diff of versions. */
import { sameJson } from '../../../../contract/src/same-json.ts';
import type { Model } from '../../model/content-types/model.ts';
import {
  blocksIn,
  comparedPath,
  holdsBlocks,
  isSeen,
  type Level,
  levelOf,
  localesAt,
  type OwnValue,
  topLevel,
  valuesAt,
} from '../../model/fields/document/own-values.ts';
import { renderOwn } from '../../model/fields/document/views.ts';
import type { Document, Field } from '../../model/fields/field.ts';
import { ownValue } from '../../model/fields/own-value.ts';
import type { Locale } from '../../model/spaces/locale.ts';
import type { TypedWork } from './entry.ts';
import { renderContext } from './representation.ts';

/** What all paths in a document begin with. */
const ROOT = 'fields';

/** One differing value; null on the side that has none. */
export interface ChangedValue {
  readonly before: unknown;
  readonly after: unknown;
}

/** All values of a document, by path such as `title.en-US`, in the form that the management plane shows. */
export function valuesByPath(
  { type, model }: Pick<TypedWork, 'type' | 'model'>,
  document: Document,
): Record<string, unknown> {
  const level = topLevel({ document, fields: type.fields });
  const values: Record<string, unknown> = {};
  for (const own of valuesAt(level, model)) values[pathIn(level, own)] = renderedAt(level, own, model);
  return values;
}

/**
 * The values that differ, by path such as `title.en-US`, in the form that the management plane shows. Inside of components each
 * value has its own path, such as `blocks.b3k9.title.de`. A block that only one side has is there as a whole (`blocks.b3k9`);
 * where blocks that both have stand in another order, the path of the list (`blocks`) has the ids of each side.
 */
export function changedFields(
  { type, model }: Pick<TypedWork, 'type' | 'model'>,
  before: Document,
  after: Document,
): Record<string, ChangedValue> {
  const [was, is] = [before, after].map((document) => topLevel({ document, fields: type.fields })) as [Level, Level];
  const changed: Record<string, ChangedValue> = {};
  for (const [path, value] of differences(was, is, model)) changed[path] = value;
  return changed;
}

/** The path of a value below that of the whole document. */
function pathIn(level: Level, { field, locale }: Pick<OwnValue, 'field' | 'locale'>): string {
  return shortened(comparedPath(level, field, locale));
}

function shortened(path: string): string {
  return path.slice(`${ROOT}.`.length);
}

type Difference = readonly [path: string, value: ChangedValue];

/** The differences between two states of one level. */
function* differences(was: Level, is: Level, model: Model): Generator<Difference> {
  for (const field of is.fields)
    for (const locale of localesAt(is, field, model.locales)) {
      const [before, after] = [was, is].map(({ document }) => {
        const value = ownValue(document[field.number], field, locale.number);
        return isSeen(value, field, model) ? value : undefined;
      });
      if (before === undefined && after === undefined) continue;
      const path = pathIn(is, { field, locale });
      const isEach = before !== undefined && after !== undefined && holdsBlocks(field);
      if (isEach) yield* differencesInside({ was, is, field, locale }, [before, after], model);
      else {
        const [shown, now] = [before, after].map((value) => renderedAt(is, { field, locale, value }, model));
        if (!sameJson(shown, now)) yield [path, { before: shown, after: now }];
      }
    }
}

/** The differences between the components in two values. */
function* differencesInside(
  { was, is, field, locale }: { was: Level; is: Level; field: Field; locale: Locale },
  [before, after]: readonly [unknown, unknown],
  model: Model,
): Generator<Difference> {
  const levels = (level: Level, value: unknown) =>
    new Map(
      blocksIn(value, field).flatMap((block) => {
        const inner = levelOf(block, level, { field, locale }, model.components);
        return inner === undefined ? [] : [[block.id ?? '', { block, inner }] as const];
      }),
    );
  const [had, has] = [levels(was, before), levels(is, after)];
  const isKept = (id: string) => had.get(id)?.block.type === has.get(id)?.block.type;
  for (const id of new Set([...had.keys(), ...has.keys()])) {
    const [old, now] = [had.get(id), has.get(id)];
    if (old !== undefined && now !== undefined && isKept(id)) yield* differences(old.inner, now.inner, model);
    else {
      const [shown, shownNow] = [old, now].map((one) => {
        if (one === undefined) return null;
        const list = renderedAt(is, { field, locale, value: [one.block] }, model) as readonly unknown[];
        return list[0];
      });
      yield [shortened((now ?? old)?.inner.root ?? ''), { before: shown, after: shownNow }];
    }
  }
  const [order, orderNow] = [[...had.keys()].filter(isKept), [...has.keys()].filter(isKept)];
  if (!sameJson(order, orderNow)) yield [pathIn(is, { field, locale }), { before: order, after: orderNow }];
}

/** A value as the management plane shows it; null if there is none. */
function renderedAt(level: Level, own: Pick<OwnValue, 'field' | 'locale' | 'value'>, model: Model): unknown {
  return own.value === undefined ? null : renderOwn(own, level, model, renderContext(model));
}
