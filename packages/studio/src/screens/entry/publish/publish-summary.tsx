/** What publishing changes for readers, language by language; each line leads to its field. */
import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { innerPlaceOf } from '../../../fields/blocks/inner-place.ts';
import type { PublishProblem } from '../../../fields/kept-problems.ts';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { fieldTypeOf } from '../../../fields/registry.ts';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { onDemand, Text, UnstyledButton } from '../../../ui/index.ts';
import type { Difference } from '../history/differences.ts';
import { Missing } from '../missing.tsx';
import styles from './publish-summary.module.css';
import { StateWords } from './state-words.tsx';
import type { LanguageToPublish } from './use-publish-summary.ts';
import { wordChanges } from './word-changes.ts';

const ProblemName = onDemand(async () => (await import('./problem-name.tsx')).ProblemName);

/** The most lines of one language; the comparison shows the rest. */
const LINES_MOST = 8;

interface PublishSummaryProperties {
  readonly summary: readonly LanguageToPublish[];
  jump(field: string, locale: string, path?: string): void;
}

export function PublishSummary({ summary, jump }: PublishSummaryProperties): ReactNode {
  return (
    <ul className={styles.languages}>
      {summary.map((language) => (
        <Language key={language.locale.code} language={language} isAlone={summary.length === 1} jump={jump} />
      ))}
    </ul>
  );
}

interface LanguageProperties {
  readonly language: LanguageToPublish;
  /** Whether the space has no other. */
  readonly isAlone: boolean;
  jump(field: string, locale: string, path?: string): void;
}

function Language({ language, isAlone, jump }: LanguageProperties): ReactNode {
  const { locale, state, changes, problems } = language;
  const hidden = changes.length - LINES_MOST;
  return (
    <li className={styles.language}>
      {!isAlone && (
        <div className={styles.name}>
          <span>
            <bdi>{locale.name}</bdi> <span className={styles.code}>{locale.code}</span>
          </span>
          <StateWords state={state} changes={changes} />
        </div>
      )}
      {problems.length + changes.length > 0 && (
        <ul className={styles.lines}>
          {problems.map((problem) => (
            <li key={`${problem.path} ${problem.rule}`}>
              <ProblemLine problem={problem} jump={jump} />
            </li>
          ))}
          {changes.slice(0, LINES_MOST).map((change) => (
            <li key={change.field.id}>
              <Line
                name={change.field.name}
                jump={() => jump(change.field.id, locale.code)}
                note={<ChangeWords change={change} />}
              />
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Text size="xs" c="dimmed">
          <Plural value={hidden} one="and # more field" other="and # more fields" />
        </Text>
      )}
      <Missing locale={locale} />
    </li>
  );
}

/** Names the block and the field inside of it, where the problem is about one. */
function ProblemLine({ problem, jump }: Pick<LanguageProperties, 'jump'> & { readonly problem: PublishProblem }) {
  const { draft, type } = useOpenEntry();
  const { locales, types } = useSurroundings();
  const { field, locale } = innerPlaceOf(problem.path, draft, { type, types, locales });
  return (
    <Line
      name={<ProblemName path={problem.path} />}
      jump={() => jump(field, locale, problem.path)}
      isProblem
      note={problem.message}
    />
  );
}

interface LineProperties {
  readonly name: ReactNode;
  readonly note: ReactNode;
  readonly isProblem?: boolean;
  jump(): void;
}

function Line({ name, note, isProblem = false, jump }: LineProperties): ReactNode {
  return (
    <UnstyledButton className={styles.line} onClick={jump}>
      <bdi className={styles.field}>{name}</bdi>{' '}
      <span className={styles.note} data-problem={isProblem || undefined}>
        {note}
      </span>
    </UnstyledButton>
  );
}

function ChangeWords({ change }: { readonly change: Difference }): ReactNode {
  const { t } = useLingui();
  const { field, before, after } = change;
  if (after === undefined) return t({ message: 'removed', comment: 'Of a value that readers have, and will not have' });
  if (before === undefined) return t({ message: 'new', comment: 'Of a value that readers do not have yet' });
  const { text } = fieldTypeOf(field);
  const words = wordChanges(text(before), text(after));
  if (words === null) return null;
  const counts = [words.added > 0 && `+${words.added}`, words.removed > 0 && `−${words.removed}`]
    .filter(Boolean)
    .join(' ');
  return t({
    message: plural(words.added + words.removed, { one: `${counts} word`, other: `${counts} words` }),
    comment: 'How many words a text has gained and lost since it was published, such as: +120 −14 words',
  });
}
