/** What publishing changes for readers, language by language; each line leads to its field. */
import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { fieldTypeOf } from '../../../fields/registry.ts';
import { Text, UnstyledButton } from '../../../ui/index.ts';
import type { Difference } from '../history/differences.ts';
import { Missing } from '../missing.tsx';
import styles from './publish-summary.module.css';
import { StateWords } from './state-words.tsx';
import type { LanguageToPublish } from './use-publish-summary.ts';
import { wordChanges } from './word-changes.ts';

/** The most lines of one language; the comparison shows the rest. */
const LINES_MOST = 8;

interface PublishSummaryProperties {
  readonly summary: readonly LanguageToPublish[];
  jump(field: string, locale: string): void;
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
  jump(field: string, locale: string): void;
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
          {problems.map(({ path, rule, field, message }) => (
            <li key={`${path} ${rule}`}>
              <Line field={field} locale={locale.code} jump={jump} isProblem note={message} />
            </li>
          ))}
          {changes.slice(0, LINES_MOST).map((change) => (
            <li key={change.field.id}>
              <Line field={change.field.id} locale={locale.code} jump={jump} note={<ChangeWords change={change} />} />
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

interface LineProperties {
  /** Id of the field. */
  readonly field: string;
  readonly locale: string;
  readonly note: ReactNode;
  readonly isProblem?: boolean;
  jump(field: string, locale: string): void;
}

function Line({ field, locale, note, isProblem = false, jump }: LineProperties): ReactNode {
  const { type } = useOpenEntry();
  const name = type.fields.find(({ id }) => id === field)?.name ?? field;
  return (
    <UnstyledButton className={styles.line} onClick={() => jump(field, locale)}>
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
