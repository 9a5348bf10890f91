/** The texts of assets (title, description, alternative text) in requests: read like localized text fields. */

import { TEXT_CHARACTERS_MAX } from '../../../../contract/src/assets.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import { type LocaleChanges, parseFields } from '../../model/fields/document/input.ts';
import { type Field, NO_COMPONENTS } from '../../model/fields/field.ts';
import type { Locales } from '../../model/spaces/locale.ts';

/** Names of the texts of an asset. */
export const TEXTS = ['title', 'description', 'alt'] as const;

type TextName = (typeof TEXTS)[number];

/** Texts by name and locale number. */
export type AssetTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The changes in a request: null removes a text, in every locale or in one. */
export type TextChanges = ReadonlyMap<TextName, LocaleChanges | null>;

const textFields: readonly (Field & { readonly id: TextName })[] = TEXTS.map((id, index) => ({
  number: index + 1,
  id,
  name: id,
  type: 'text',
  required: false,
  localized: true,
  unique: false,
  home: null,
}));

/** Reads the texts of a request; adds problems to `violations`, with paths below `root`. */
export function readTexts(
  given: Readonly<Record<string, unknown>>,
  { locales, violations, root }: { locales: Locales; violations: Violation[]; root: string },
): TextChanges {
  const input = Object.fromEntries(TEXTS.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
  const byNumber = parseFields({
    input,
    fields: textFields,
    locales,
    components: NO_COMPONENTS,
    linkKey: () => null,
    violations,
    root,
  });
  const changes = new Map<TextName, LocaleChanges | null>();
  for (const { number, id } of textFields) {
    const change = byNumber.get(number);
    if (change === undefined) continue;
    if (Object.values(change ?? {}).some((text) => typeof text === 'string' && text.length > TEXT_CHARACTERS_MAX)) {
      const message = `Use at most ${TEXT_CHARACTERS_MAX} characters.`;
      violations.push({ path: `${root}.${id}`, rule: 'max_length', params: { limit: TEXT_CHARACTERS_MAX }, message });
    }
    changes.set(id, change);
  }
  return changes;
}

/** Applies the changes to the texts. Texts and locales that the changes do not mention stay. */
export function withTexts(before: AssetTexts, changes: TextChanges): AssetTexts {
  const after: Record<string, Record<string, string>> = {};
  for (const name of TEXTS) {
    const change = changes.get(name);
    const values = change === null ? [] : Object.entries({ ...before[name], ...change });
    const kept = values.filter((value): value is [string, string] => typeof value[1] === 'string');
    if (kept.length > 0) after[name] = Object.fromEntries(kept);
  }
  return after;
}
