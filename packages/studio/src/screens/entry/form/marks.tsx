/** What needs the person in some fields of the open entry: problems, conflicts, and what is stuck on this device. */
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, use } from 'react';
import type { Draft } from '../../../drafts/types.ts';
import { outerField } from '../../../drafts/value-path.ts';
import { isStillSo, type PublishProblem } from '../../../fields/kept-problems.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { PublishProblems } from '../../../fields/publish-problems.ts';
import styles from './form.module.css';

/** How many values have each; one that has a problem or a conflict is not counted as unsaved as well. */
interface Marks {
  readonly problems: number;
  readonly conflicts: number;
  readonly unsaved: number;
}

/** Says how many things need the person in those fields, in words for who points or listens; nothing where there are none. */
export function FieldMarks({ fields }: { readonly fields: readonly string[] }): ReactNode {
  const { t } = useLingui();
  const { problems, conflicts, unsaved } = useMarks(fields);
  const all = problems + conflicts + unsaved;
  if (all === 0) return null;
  const words = [
    problems > 0 && t`${plural(problems, { one: '# problem', other: '# problems' })}`,
    conflicts > 0 && t`${plural(conflicts, { one: '# conflict', other: '# conflicts' })}`,
    unsaved > 0 && t`${plural(unsaved, { one: '# value not saved', other: '# values not saved' })}`,
  ].filter((some) => some !== false);
  return (
    <span className={styles.mark} data-kind={problems > 0 ? 'problem' : 'waiting'} title={words.join(', ')}>
      <span aria-hidden>{all}</span>
      <span className={styles.unseen}>{words.join(', ')}</span>
    </span>
  );
}

function useMarks(fields: readonly string[]): Marks {
  const { draft } = useOpenEntry();
  const found = use(PublishProblems);
  // Text is the same until a number is another: a key wakes nothing here.
  const counted = useDraft(draft, (now) => Object.values(marksOf(now, found, fields)).join(' '));
  const [problems = 0, conflicts = 0, unsaved = 0] = counted.split(' ').map(Number);
  return { problems, conflicts, unsaved };
}

function marksOf(draft: Draft, found: readonly PublishProblem[], fields: readonly string[]): Marks {
  const refused = draft.problems.map(({ path }) => path.split('.')[1] ?? '');
  const holding = found.filter((problem) => isStillSo(problem, draft));
  const problems = [...refused, ...holding.map(({ field }) => field)].filter((field) => fields.includes(field));
  const conflicts = draft.undecided.filter(({ field }) => fields.includes(outerField(field)));
  // What is on its way is no news; what is stuck is.
  const isStuck = draft.state.status === 'kept' || draft.state.status === 'needs-you';
  const isCounted = (field: string) => refused.includes(field) || conflicts.some((one) => one.field === field);
  const stuck = isStuck ? draft.unsavedValues() : [];
  const unsaved = stuck.filter(({ field }) => fields.includes(outerField(field)) && !isCounted(outerField(field)));
  return { problems: problems.length, conflicts: conflicts.length, unsaved: unsaved.length };
}
