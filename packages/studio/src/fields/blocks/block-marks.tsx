/** What a block has inside, where its fields may be out of sight: problems, and what others changed. */
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, use } from 'react';
import { isStillSo } from '../kept-problems.ts';
import { useDraft, useLevel, useOpenEntry } from '../open-entry.tsx';
import { PublishProblems } from '../publish-problems.ts';
import styles from './blocks.module.css';
import { insidePath } from './level.ts';

interface BlockMarksProperties {
  readonly field: string;
  readonly isLocalized: boolean;
  readonly locale: string;
  readonly id: string;
}

/** Nothing where there are none. */
export function BlockMarks({ field, isLocalized, locale, id }: BlockMarksProperties): ReactNode {
  const { t } = useLingui();
  const { draft } = useOpenEntry();
  const level = useLevel();
  const found = use(PublishProblems);
  const root = `${insidePath(level, { id: field, localized: isLocalized }, locale)}.${id}.`;
  const problems = useDraft(draft, (now) => {
    const holding = found.filter((problem) => problem.path.startsWith(root) && isStillSo(problem, now));
    const refused = now.problems.filter(({ path }) => path.startsWith(root));
    return new Set([...refused, ...holding].map(({ path }) => path)).size;
  });
  const changes = useDraft(
    draft,
    ({ news }) => news.flatMap(({ inside }) => inside).filter(({ path }) => `${path}.`.startsWith(root)).length,
  );
  return (
    <>
      {changes > 0 && (
        <Mark
          kind="news"
          count={changes}
          words={t`${plural(changes, { one: '# change by someone else', other: '# changes by others' })}`}
        />
      )}
      {problems > 0 && (
        <Mark
          kind="problem"
          count={problems}
          words={t`${plural(problems, { one: '# problem', other: '# problems' })}`}
        />
      )}
    </>
  );
}

interface MarkProperties {
  readonly kind: 'news' | 'problem';
  readonly count: number;
  readonly words: string;
}

function Mark({ kind, count, words }: MarkProperties): ReactNode {
  return (
    <span className={styles.mark} data-kind={kind} title={words}>
      <span aria-hidden>{count}</span>
      <span className={styles.unseen}>{words}</span>
    </span>
  );
}
