/** Why an entry cannot be published from this tab as it stands, in words, and where the person puts that right. */
import { t } from '@lingui/core/macro';
import type { ContentType } from '../api/types.ts';
import { blockOf } from '../drafts/publishing.ts';
import type { Draft } from '../drafts/types.ts';
import { type FieldAndLocale, outerField } from '../drafts/value-path.ts';

/** Something has to be decided, finished or saved first. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
  /** The first value that it is about; null if it is about the whole entry. */
  readonly at: FieldAndLocale | null;

  constructor(message: string, at: FieldAndLocale | null = null) {
    super(message);
    this.at = at;
  }
}

/** What keeps the draft from being published; null if nothing does. Flush it first. */
export function notReady(draft: Draft, type: ContentType | undefined): NotReady | null {
  const block = blockOf(draft);
  if (block === null) return null;
  if (block.kind === 'not-saved') return new NotReady(notSaved(draft));
  const fields = namesOf(block.values, type);
  const [at = null] = block.values;
  if (block.kind === 'unfinished')
    return new NotReady(t`First complete or clear ${fields}: what is there now cannot be saved.`, at);
  if (block.kind === 'undecided')
    return new NotReady(t`First choose a version of ${fields}: someone else changed it while you were writing.`, at);
  return new NotReady(
    t`First decide what to do with the unsaved changes of ${fields} that this device kept. They are shown above the fields.`,
  );
}

function notSaved({ entry, state, problems }: Draft): string {
  if (entry === null && state.status === 'saved') return t`Nothing is written here yet. Fill in a field, then publish.`;
  if (state.status !== 'needs-you')
    return t`What you wrote has to be saved first, but the server could not be reached.`;
  return 'message' in state.need ? state.need.message : problems.map(({ message }) => message).join(' ');
}

/** Names of the fields, each once, in the order of the form; the ids of those that the content type has no more. */
function namesOf(values: readonly FieldAndLocale[], type: ContentType | undefined): string {
  const ids = new Set(values.map(({ field }) => outerField(field)));
  const fields = type?.fields.filter(({ id }) => ids.has(id)) ?? [];
  const gone = [...ids].filter((id) => !fields.some((field) => field.id === id));
  return [...fields.map(({ name }) => name), ...gone].join(', ');
}
