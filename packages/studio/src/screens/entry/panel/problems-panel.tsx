/** What keeps values from being saved and the entry from being published, language by language. Each leads to its field. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Violation } from '../../../api/problem.ts';
import { innerNames } from '../../../fields/blocks/inner-names.ts';
import { type InnerPlace, innerPlaceOf } from '../../../fields/blocks/inner-place.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { Alert, Text, UnstyledButton } from '../../../ui/index.ts';
import styles from './entry-panel.module.css';
import type { PanelProperties } from './panel-properties.ts';

interface Shown {
  readonly problem: Violation;
  readonly place: InnerPlace;
}

export function ProblemsPanel({ found, onProblems, jump }: PanelProperties): ReactNode {
  const { draft, type } = useOpenEntry();
  const { locales, types } = useSurroundings();
  const isStored = useDraft(draft, ({ entry }) => entry !== null);
  const refused = useDraft(draft, (now) => now.problems);
  const all: readonly Shown[] = [...refused, ...found.problems].map((problem) => ({
    problem,
    place: innerPlaceOf(problem.path, draft, { type, types, locales }),
  }));
  const order = type.fields.map(({ id }) => id);
  const go = ({ problem, place }: Shown) => {
    // What leads to a field marks it, and the others with it.
    onProblems(found.problems);
    jump(place.field, place.locale, problem.path);
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
    const mine = all.filter(({ place }) => place.locale === code);
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
            .toSorted((one, other) => order.indexOf(one.place.field) - order.indexOf(other.place.field))
            .map((shown) => (
              <li key={`${shown.problem.path} ${shown.problem.rule}`}>
                <ProblemLink
                  names={innerNames(shown.place, { types, locales })}
                  words={shown.problem.message}
                  jump={() => go(shown)}
                />
              </li>
            ))}
        </ul>
      </section>
    );
  });
}

interface ProblemLinkProperties {
  /** Of the field, and of what is around it. */
  readonly names: readonly string[];
  readonly words: string;
  jump(): void;
}

function ProblemLink({ names, words, jump }: ProblemLinkProperties): ReactNode {
  const { t } = useLingui();
  return (
    <UnstyledButton className={styles.line} onClick={jump}>
      <Text component="span" size="sm" fw={500} dir="auto">
        {names.join(' › ') ||
          t({ message: 'The whole entry', comment: 'What a problem is about that belongs to no field' })}
      </Text>
      <br />
      <Text component="span" size="sm" c="var(--failed)">
        {words}
      </Text>
    </UnstyledButton>
  );
}
