/**
 * Reads `select`: the attributes and fields that a response contains of each item. `id` and `content_type`, which identify an
 * item, are always included; resources in `includes` are always whole.
 */
import { type ContentType, fieldById } from '../../model/content-types/content-type.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import type { QueryReading } from './query-reading.ts';

const attributes = ['id', 'content_type', 'slug', 'fields', 'published_at', 'status'] as const;
export type SelectableAttribute = (typeof attributes)[number];
const ALWAYS: readonly SelectableAttribute[] = ['id', 'content_type'];
const NAMES_MAX = 200;
const FIELD_PREFIX = 'fields.';

/** The parts of an entry that a response contains. */
export interface Selection {
  readonly attributes: ReadonlySet<SelectableAttribute>;
  /** Ids of the selected fields as given, some of them former ones; null for all fields. */
  readonly fields: ReadonlySet<string> | null;
  /** The selection as text, the same for every way to write it. */
  readonly code: string;
}

/** Reads the selection for each item; null if everything is selected. */
export function readSelection(reading: QueryReading, types: readonly ContentType[]): Selection | null {
  const text = reading.value('select');
  if (text === undefined) return null;
  const given = text.split(',');
  if (given.length > NAMES_MAX) {
    reading.refuse('select', 'max_items', `Select at most ${NAMES_MAX} names.`, {
      limit: NAMES_MAX,
      given: given.length,
    });
    return null;
  }
  const chosen = new Set<SelectableAttribute>(ALWAYS);
  const fields = new Set<string>();
  for (const name of given) {
    const attribute = attributes.find((known) => known === name);
    if (attribute !== undefined) chosen.add(attribute);
    else if (isField(name, types)) fields.add(name.slice(FIELD_PREFIX.length));
    else rejectName(name, reading, types);
  }
  const whole = chosen.has('fields');
  if (fields.size > 0) chosen.add('fields');
  const names = [...[...chosen].sort(), ...(whole ? [] : [...fields].sort())];
  return { attributes: chosen, fields: whole ? null : fields, code: names.join(',') };
}

function isField(name: string, types: readonly ContentType[]): boolean {
  if (!name.startsWith(FIELD_PREFIX)) return false;
  const id = name.slice(FIELD_PREFIX.length);
  return types.some((type) => fieldById(type, id) !== undefined);
}

function rejectName(name: string, reading: QueryReading, types: readonly ContentType[]): void {
  const ids = types.flatMap((type) => type.fields.map(({ id }) => FIELD_PREFIX + id));
  const advice = `give ${attributes.join(', ')} or fields.<id>`;
  reading.refuse(
    'select',
    'unknown',
    `There is nothing named ${quoted(name)} to select; ${advice}.${didYouMean(name, [...attributes, ...ids])}`,
  );
}
