/** Holds what the planes answer after the edits against what they answered before, text against text. */
import type { Edit } from './edits.ts';
import type { Answered, Answers } from './imported-space.ts';
import { membersOf } from './raw-json.ts';

/** What publishing changes beside the fields. */
const OF_PUBLISHING: ReadonlySet<string> = new Set(['published_at', 'status']);
const EXCERPT_LENGTH = 300;

/** The entries that were edited and published, by id, with what was done to each. */
export type Edited = ReadonlyMap<string, readonly Edit[]>;

/**
 * All that differs and is not explained by the edits. What is delivered of an edited entry is compared with what preview
 * showed before, as publishing also brings out changes that the import left unpublished.
 */
export function differences(before: Answers, now: Answers, edited: Edited): readonly string[] {
  const ids = new Set([...before.preview.keys(), ...now.preview.keys(), ...now.delivery.keys()]);
  return [...ids].flatMap((id) => {
    const edits = edited.get(id);
    const expected = edits === undefined ? before.delivery.get(id) : before.preview.get(id);
    return [
      ...differencesOf(`${id} on preview`, before.preview.get(id), now.preview.get(id), edits),
      ...differencesOf(`${id} on delivery`, expected, now.delivery.get(id), edits),
    ];
  });
}

function differencesOf(
  about: string,
  before: Answered | undefined,
  now: Answered | undefined,
  edits: readonly Edit[] = [],
): readonly string[] {
  const parts = [partsOf(before), partsOf(now)] as const;
  const names = [...parts[0].keys()].filter((name) => parts[1].has(name));
  const isInOrder = [...parts[1].keys()].filter((name) => parts[0].has(name)).join() === names.join();
  const changed = [...new Set([...parts[0].keys(), ...parts[1].keys()])].filter((name) => {
    const [textBefore, textNow] = [parts[0].get(name), parts[1].get(name)];
    const edit = edits.find(({ field, locale }) => name === `fields.${field}.${locale}`);
    if (edit !== undefined) return !edit.explains(textBefore, textNow);
    return textNow !== textBefore && !(edits.length > 0 && OF_PUBLISHING.has(name));
  });
  return [
    ...(isInOrder ? [] : [`${about}: another order of fields`]),
    ...changed.map((name) => `${about}, ${name}: ${apart(parts[0].get(name), parts[1].get(name))}`),
  ];
}

/** The members as they are written, the values by field and locale among them, in their order. */
function partsOf(answered: Answered = new Map()): ReadonlyMap<string, string> {
  const { fields = '{}', ...others } = Object.fromEntries(answered);
  const values = [...membersOf(fields)].flatMap(([field, ofLocales]) =>
    [...membersOf(ofLocales)].map(([locale, value]): [string, string] => [`fields.${field}.${locale}`, value]),
  );
  return new Map([...Object.entries(others), ...values]);
}

/** Two texts from where they part. */
function apart(before = '(none)', now = '(none)'): string {
  let at = 0;
  while (at < before.length && before[at] === now[at]) at += 1;
  return `${before.slice(at, at + EXCERPT_LENGTH)} became ${now.slice(at, at + EXCERPT_LENGTH)}`;
}
