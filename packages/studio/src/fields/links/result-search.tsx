/** The search field of a picker, above the list that its keys walk through. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { SearchIcon } from '../../ui/icons.ts';
import { TextInput } from '../../ui/index.ts';
import styles from './links.module.css';
import type { ResultList } from './use-result-list.ts';

interface ResultSearchProperties {
  readonly list: ResultList;
  readonly words: string;
  onChange(words: string): void;
}

export function ResultSearch({ list, words, onChange }: ResultSearchProperties): ReactNode {
  const { t } = useLingui();
  return (
    <TextInput
      {...list.field}
      className={styles.words}
      aria-label={t`Search`}
      placeholder={t`Search`}
      leftSection={<SearchIcon size={16} aria-hidden />}
      data-autofocus
      value={words}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
