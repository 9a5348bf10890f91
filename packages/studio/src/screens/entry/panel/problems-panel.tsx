/** What keeps values from being saved and the entry from being published, language by language. Each leads to its field. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Violation } from '../../../api/problem.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { Alert, Text, UnstyledButton } from '../../../ui/index.ts';
import styles from './entry-panel.module.css';
import type { PanelProperties } from './panel-properties.ts';

interface Shown {
  readonly problem: Violation;
  readonly field: string;
  readonly locale: string;
}

export function ProblemsPanel({ found, onProblems, jump }: PanelProperties): ReactNode {
  const { draft, type } = useOpenEntry();
  const { locales } = useSurroundings();
  const isStored = useDraft(draft, ({ entry }) => entry !== null);
  const refused = useDraft(draft, (now) => now.problems);
  const defaultLocale = locales[0]?.code ?? '';
  const all: readonly Shown[] = [
    ...refused.map((problem) => {
      const [, field = '', locale = defaultLocale] = problem.path.split('.');
      return { problem, field, locale };
    }),
    ...found.problems.map((problem) => ({ problem, field: problem.field, locale: problem.locale })),
  ];
  const order = type.fields.map(({ id }) => id);
  const go = (field: string, locale: string) => {
    // What leads to a field marks it, and the others with it.
    onProblems(found.problems);
    jump(field, locale);
  };
  if (found.error !== null)
    return (
      <Alert color="red" p="xs">
        {found.error.message}
      </Alert>
    );
  if (all.length === 0)
    return (
      <Text size="sm" role="status">
        {isStored ? (
          <Trans>No problems: it can be published.</Trans>
        ) : (
          <Trans>Nothing to check yet. Problems show here as you write.</Trans>
        )}
      </Text>
    );
  return locales.map(({ code, name }) => {
    const mine = all.filter(({ locale }) => locale === code);
    if (mine.length === 0) return null;
    return (
      <section key={code}>
        {locales.length > 1 && (
          <h3 className={styles.heading}>
            <bdi>{name}</bdi>
          </h3>
        )}
        <ul className={styles.lines}>
          {mine
            .toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field))
            .map(({ problem, field, locale }) => (
              <li key={`${problem.path} ${problem.rule}`}>
                <ProblemLink field={field} words={problem.message} jump={() => go(field, locale)} />
              </li>
            ))}
        </ul>
      </section>
    );
  });
}

interface ProblemLinkProperties {
  /** Id of the field. */
  readonly field: string;
  readonly words: string;
  jump(): void;
}

function ProblemLink({ field, words, jump }: ProblemLinkProperties): ReactNode {
  const { t } = useLingui();
  const { type } = useOpenEntry();
  const name = type.fields.find(({ id }) => id === field)?.name;
  return (
    <UnstyledButton className={styles.line} onClick={jump}>
      <Text component="span" size="sm" fw={500} dir="auto">
        {name ?? t({ message: 'The whole entry', comment: 'What a problem is about that belongs to no field' })}
      </Text>
      <br />
      <Text component="span" size="sm" c="var(--failed)">
        {words}
      </Text>
    </UnstyledButton>
  );
}
